// expect: timeout
// idea: quantified look-behind over long text
return /(?<=^(a+)+)c/.test("b" + "a".repeat(64) + "c");
