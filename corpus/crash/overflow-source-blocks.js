// expect: answer
// idea: nested blocks
// generated
return "{".repeat(30000) + "}".repeat(30000);
