// expect: answer
// idea: half a megabyte of small functions
// generated
return "function f(){}".repeat(30000);
