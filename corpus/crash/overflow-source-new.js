// expect: answer
// idea: new new new
// generated
return "return " + "new ".repeat(60000) + "Object";
