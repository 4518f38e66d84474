// expect: completed "settled"
// idea: a tool that resolves with nothing
await tools.strange({ kind: "return-nothing" });
return "settled";
