// expect: answer
// idea: comma expressions and spreads
// generated
return "return (" + "1,".repeat(120000) + "1)";
