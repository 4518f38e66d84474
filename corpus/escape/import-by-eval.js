// expect: completed "refused"
// idea: dynamic import through indirect and direct eval
const outs = [];
for (const run of [(s) => (0, eval)(s), (s) => eval(s)]) { try { await run("import('os')"); outs.push(1); } catch {} }
return outs.length === 0 ? "refused" : outs;
