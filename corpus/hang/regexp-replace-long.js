// expect: timeout
// idea: a pattern that fails late at every start: quadratic
return "ab".repeat(1 << 18).replace(/(?:ab)*c/g, "").length;
