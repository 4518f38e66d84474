// expect: answer
// idea: conditional expressions nested to the right
// generated
return "return " + "1?".repeat(60000) + "1" + ":1".repeat(60000);
