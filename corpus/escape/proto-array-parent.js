// expect: nested_tool_failed hook
// idea: Array.prototype gets another prototype
Object.setPrototypeOf(Array.prototype, new Proxy({}, { get() { throw new Error("hook"); }, set() { throw new Error("hook"); }, has() { throw new Error("hook"); } }));
return await tools.callValue("echo", [1, [2]]);
