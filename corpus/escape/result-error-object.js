// expect: completed "guest"
// idea: an Error as a value brings no stack
const out = await tools.callValue("strange", { kind: "return-error" });
return JSON.stringify(out).includes("at ") ? out : "guest";
