// expect: answer
// idea: conditional types nest to the right
// generated
return "type A = " + "1 extends 1 ? 1 : ".repeat(40000) + "1; return 1";
