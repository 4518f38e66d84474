// expect: answer
// idea: statements nested without braces
// generated
return "if(1)".repeat(60000) + ";";
