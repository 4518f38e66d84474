// expect: answer
// idea: destructuring patterns, nested
// generated
return "const " + "[".repeat(20000) + "a" + "]".repeat(20000) + "=[];";
