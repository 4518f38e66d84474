// expect: answer
// idea: quickjs-ng#1591: hundreds of groups of one name
const outs = [];
for (const n of [254, 255, 300, 5000]) { try { outs.push(new RegExp("(?<g>a)" + "|x".repeat(n) + "|(?<g>c)").test("c")); } catch (error) { outs.push(error.name); } }
return outs;
