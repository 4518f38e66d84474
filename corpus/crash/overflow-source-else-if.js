// expect: answer
// idea: else if, fifty thousand times: nested in the tree
// generated
return "if(0);" + "else if(0);".repeat(40000);
