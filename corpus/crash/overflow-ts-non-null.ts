// expect: answer
// idea: non-null assertions lean left
// generated
return "const a: any = 1; return a" + "!".repeat(100000);
