// expect: completed {"keep":1}
// idea: functions in a result never cross
return await tools.callValue("strange", { kind: "return-function" });
