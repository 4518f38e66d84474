// expect: completed {"replaced":true}
// idea: toJSON of a result is the host's business
return await tools.callValue("strange", { kind: "return-tojson" });
