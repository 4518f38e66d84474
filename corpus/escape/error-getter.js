// expect: completed "string"
// idea: a tool rejects with an object whose message throws
try { await tools.strange({ kind: "throw-getter" }); } catch (error) { return typeof error.message; }
