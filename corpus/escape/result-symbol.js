// expect: completed {"keep":1}
// idea: symbol keys never cross
return await tools.callValue("strange", { kind: "return-symbol" });
