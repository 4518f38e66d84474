// expect: completed {"a":1}
// idea: a host proxy crosses as its text
return await tools.callValue("strange", { kind: "return-proxy" });
