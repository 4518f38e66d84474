// expect: completed "guest"
// idea: MCP tools named constructor and __proto__ get safe names
const keys = Object.keys(MCP.files);
return !keys.includes("constructor") && !keys.includes("__proto__") && Object.getPrototypeOf(MCP.files) === null ? "guest" : keys;
