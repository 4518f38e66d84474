// expect: completed "guest"
// idea: redefining functions of tools
const before = tools.search;
for (const key of ["search", "call", "echo", "constructor", "__proto__"]) { Reflect.defineProperty(tools, key, { value: () => "mine" }); Reflect.deleteProperty(tools, key); }
return tools.search === before && (await tools.callValue("echo", { x: 1 })).x === 1 ? "guest" : "host";
