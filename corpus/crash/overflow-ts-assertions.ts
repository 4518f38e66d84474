// expect: answer
// idea: angle bracket assertions nest
// generated
return "return " + "<any>".repeat(30000) + "1";
