// expect: completed "guest"
// idea: well-known symbols and unsafe keys on exotic objects
const outs = [];
for (const o of [tools, MCP, MCP.files, namespaces, API]) for (const key of [Symbol.iterator, Symbol.toPrimitive, Symbol.toStringTag, Symbol.species, Symbol.asyncIterator, "__proto__", "prototype", "__defineGetter__", "__lookupGetter__", "hasOwnProperty", "valueOf"]) outs.push(o[key]);
return outs.every((out) => out === undefined) ? "guest" : outs.map(String);
