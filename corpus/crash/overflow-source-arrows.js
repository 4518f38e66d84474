// expect: answer
// idea: arrows nested without brackets
// generated
return "return " + "a=>".repeat(60000) + "1";
