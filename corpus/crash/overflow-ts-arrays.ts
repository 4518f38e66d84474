// expect: answer
// idea: postfix array types lean left
// generated
return "type A = 1" + "[]".repeat(60000) + "; return 1";
