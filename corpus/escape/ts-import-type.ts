// expect: answer
// idea: import in type positions must not load anything
type A = typeof import("fs");
return 1;
