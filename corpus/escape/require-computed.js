// expect: completed "refused"
// idea: require by every other spelling
const outs = [];
for (const name of ["req" + "uire", "\u0072equire", "process", "pro" + "cess"]) if (globalThis[name] !== undefined) outs.push(name);
return outs.length === 0 ? "refused" : outs;
