// expect: completed "guest"
// idea: structuredClone of tools and their functions
const outs = [];
for (const value of [tools.search, MCP.files, tools]) { try { const copy = structuredClone(value); outs.push(typeof copy.search); } catch { outs.push("refused"); } }
return outs.every((out) => out === "refused" || out === "undefined") ? "guest" : outs;
