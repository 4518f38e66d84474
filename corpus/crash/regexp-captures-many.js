// expect: answer
// idea: captures at the edge of what one byte counts
const outs = [];
for (const n of [254, 255, 256, 1000, 70000]) { try { outs.push(new RegExp("(a)?".repeat(n)).exec("a").length); } catch (error) { outs.push(error.name); } }
return outs;
