// expect: answer
// idea: functions in functions
// generated
return "return " + "function(){return ".repeat(10000) + "1" + "}".repeat(10000);
