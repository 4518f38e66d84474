// expect: completed "error"
// idea: a result too deep for JSON: a catchable error with a cause
try { await tools.strange({ kind: "return-deep" }); return "value"; } catch (error) { return error.message.length > 0 ? "error" : "silent"; }
