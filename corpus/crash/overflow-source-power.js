// expect: answer
// idea: exponents nested to the right
// generated
return "return " + "1**".repeat(60000) + "1";
