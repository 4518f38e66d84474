// expect: completed "settled"
// idea: a proxy as MCP argument answers getPrototypeOf as it likes
try { await MCP.files.readFile(new Proxy({}, { getPrototypeOf: () => Object.prototype, ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })); } catch {}
return "settled";
