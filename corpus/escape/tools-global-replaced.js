// expect: completed "guest"
// idea: tools, MCP, namespaces and API cannot be replaced
const outs = ["tools", "MCP", "namespaces", "API"].map((name) => [Reflect.set(globalThis, name, {}), Reflect.deleteProperty(globalThis, name), Reflect.defineProperty(globalThis, name, { value: {} })]);
return outs.flat().every((out) => out === false) ? "guest" : outs;
