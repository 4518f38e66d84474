// expect: completed "error"
// idea: BigInt in a result
try { await tools.strange({ kind: "return-bigint" }); return "error"; } catch (error) { return "error"; }
