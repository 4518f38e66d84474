// expect: completed "error"
// idea: a cycle in a result is an error, not a hang
try { await tools.strange({ kind: "return-cycle" }); return "value"; } catch (error) { return "error"; }
