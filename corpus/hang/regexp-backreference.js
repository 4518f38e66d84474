// expect: timeout
// idea: backreferences: no polynomial bound
return /^(a*)*(\1)*(\1)*b$/.test("a".repeat(400));
