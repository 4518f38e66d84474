// expect: answer
// idea: assignments nested to the right
// generated
return "let x; return " + "x=".repeat(60000) + "1";
