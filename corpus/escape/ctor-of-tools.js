// expect: completed "guest"
// idea: constructor chain from tools: a frozen object without a prototype
const found = [tools, MCP, namespaces, API].map((o) => [Object.getPrototypeOf(o), o.constructor, Object.isFrozen(o)]);
return found.every(([proto, ctor, frozen]) => proto === null && (ctor === undefined || typeof ctor === "function") && frozen) ? "guest" : found;
