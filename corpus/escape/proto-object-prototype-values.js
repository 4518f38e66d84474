// expect: completed {"x":1}
// idea: plain values on Object.prototype under those names
for (const key of ["details", "content", "structuredContent", "isError", "_meta", "limit", "schema", "code", "transfer"]) Object.defineProperty(Object.prototype, key, { configurable: true, writable: true, value: "polluted" });
return await tools.callValue("echo", { x: 1 });
