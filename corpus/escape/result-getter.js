// expect: completed {"value":7}
// idea: a getter's value crosses, not the getter
const out = await tools.callValue("strange", { kind: "return-getter" });
return "get" in Object.getOwnPropertyDescriptor(out, "value") ? "accessor" : out;
