// expect: answer
// idea: unary minus and typeof, nested
// generated
return "return " + "- typeof ".repeat(40000) + "1";
