// expect: answer
// idea: patterns nested deeper than the stack
const outs = [];
for (const text of ["(".repeat(100000) + ")".repeat(100000), "(?=".repeat(50000) + ")".repeat(50000), "[".repeat(50000) + "]".repeat(50000), "(?:".repeat(100000)])
  for (const flags of ["", "v"]) { try { new RegExp(text, flags); outs.push("ok"); } catch (error) { outs.push(error.name); } }
return outs.length;
