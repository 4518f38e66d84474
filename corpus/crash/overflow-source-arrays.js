// expect: answer
// idea: nested array literals
// generated
return "return " + "[".repeat(30000) + "]".repeat(30000);
