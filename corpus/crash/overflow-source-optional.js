// expect: answer
// idea: optional chains and nullish operators
// generated
return "let a; return a" + "?.a".repeat(60000) + "??1".repeat(60000);
