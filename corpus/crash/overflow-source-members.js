// expect: answer
// idea: member chains and calls
// generated
return "const f=()=>f; return f" + "()".repeat(60000) + ".x".repeat(60000);
