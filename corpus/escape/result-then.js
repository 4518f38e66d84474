// expect: completed {"then":"not a function","catch":1}
// idea: then as data in a result
return await tools.callValue("strange", { kind: "return-then" });
