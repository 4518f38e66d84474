// expect: completed {"own":true,"polluted":"undefined"}
// idea: __proto__ in a tool's JSON is an own key
const out = await tools.callValue("strange", { kind: "return-proto" });
return { own: Object.hasOwn(out, "__proto__"), polluted: typeof ({}).polluted };
