// expect: completed {"own":true,"polluted":false}
// idea: __proto__ as an own key of an argument pollutes nobody
const input = JSON.parse('{"__proto__":{"polluted":1},"a":1}');
const out = await tools.callValue("echo", input);
return { own: Object.hasOwn(out, "__proto__"), polluted: ({}).polluted === 1 || out.polluted === 1 };
