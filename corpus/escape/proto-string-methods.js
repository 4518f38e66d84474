// expect: completed "text"
// idea: every method of String.prototype replaced
for (const key of Object.getOwnPropertyNames(String.prototype)) if (typeof String.prototype[key] === "function") String.prototype[key] = () => { throw new Error("hook"); };
const found = await tools.search("echo");
console.log("%s %d", "x", 1);
return (await tools.callValue("echo", { t: "text" })).t;
