// expect: answer
// idea: as chains lean left
// generated
return "return 1" + " as any".repeat(40000);
