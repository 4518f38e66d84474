// expect: completed "guest"
// idea: setPrototypeOf on what the host gave
const outs = [];
for (const o of [tools, MCP, namespaces, API, MCP.files, ALL_TOOLS, ALL_TOOLS[0], tools.echo]) { outs.push(Reflect.setPrototypeOf(o, { evil: 1 }), Reflect.defineProperty(o, "evil", { value: 1 }), Reflect.set(o, "evil", 1), o.evil); }
return outs.every((out) => out === false || out === undefined) ? "guest" : outs;
