// expect: completed "guest"
// idea: async generators that return and throw calls' promises
async function* g() { yield tools.callValue("echo", { n: 1 }); return tools.callValue("echo", { n: 2 }); }
const it = g();
const outs = [(await it.next()).value, (await it.next()).value, (await it.return(tools.callValue("echo", { n: 3 }))).value];
return outs.every((o) => Object.getPrototypeOf(o) === Object.prototype) ? "guest" : "host";
