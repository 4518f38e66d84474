// expect: completed "guest"
// idea: constructor chains from every built-in function
const all = [tools.search, tools.describe, tools.call, tools.callValue, API.list, API.read, MCP.$api, text, json, yield_control, setTimeout, clearTimeout, queueMicrotask, structuredClone, btoa, atob, console.log];
return all.every((f) => f.constructor === Function && Object.getPrototypeOf(f) === Function.prototype) ? "guest" : "host";
