// expect: answer
// idea: qualified names and indexed types
// generated
return "type A = a" + ".a".repeat(60000) + "; type B = A" + '["x"]'.repeat(20000) + "; return 1";
