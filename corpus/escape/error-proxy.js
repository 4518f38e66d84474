// expect: completed "proxied"
// idea: a tool rejects with a proxy of an error
try { await tools.strange({ kind: "throw-proxy" }); } catch (error) { return error.message; }
