// expect: timeout
// idea: overlapping alternatives
return /^(a|a|aa)+$/.test("a".repeat(64) + "b");
