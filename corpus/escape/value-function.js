// expect: completed
// idea: a function as the final value is its text
return function f() { return 1; };
