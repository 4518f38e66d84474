// expect: completed "refused"
// idea: import attributes that run guest code while the loader is asked
let n = 0;
try { await new Function("o", "return import('x', o)")({ get with() { n++; return { type: "json" }; } }); return "loaded"; } catch { return "refused"; }
