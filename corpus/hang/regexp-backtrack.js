// expect: timeout
// idea: nested quantifiers (quickjs-ng#1399)
return /^(a+)+$/.test("a".repeat(64) + "b");
