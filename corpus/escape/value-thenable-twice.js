// expect: completed "first"
// idea: a thenable that resolves twice and throws
return { then(resolve, reject) { resolve("first"); resolve("second"); reject(new Error("third")); throw new Error("fourth"); } };
