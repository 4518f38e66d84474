// expect: answer
// idea: operators that nest without brackets: no bracket count sees them
// generated
return "return " + "!".repeat(200000) + "1";
