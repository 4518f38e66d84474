// expect: answer
// idea: declarations that only exist for the checker
declare const process: any;
return typeof process;
