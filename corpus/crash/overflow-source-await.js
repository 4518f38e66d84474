// expect: answer
// idea: await, yield, new and delete nest as well
// generated
return "return " + "await ".repeat(60000) + "1";
