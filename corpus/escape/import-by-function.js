// expect: completed "refused"
// idea: dynamic import in code that only the engine's parser sees
const outs = [];
for (const name of ["fs", "node:fs", "os", "std", "qjs:os", "qjs:std", "./x.js", "file:///etc/passwd", "data:text/javascript,1"]) { try { await new Function(`return import(${JSON.stringify(name)})`)(); outs.push(name); } catch {} }
return outs.length === 0 ? "refused" : outs;
