// expect: completed {"field":1}
// idea: an instance of a host class: own fields only
return await tools.callValue("strange", { kind: "return-class" });
