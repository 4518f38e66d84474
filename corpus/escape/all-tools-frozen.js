// expect: completed "guest"
// idea: entries are frozen at every depth, and the same each time
const outs = [];
for (const o of [ALL_TOOLS, ...ALL_TOOLS]) outs.push(Object.isFrozen(o));
try { ALL_TOOLS.push({}); outs.push(false); } catch {}
return outs.every(Boolean) && ALL_TOOLS === ALL_TOOLS ? "guest" : "host";
