// expect: completed 1
// idea: a comment at the end must not swallow the wrapper
return 1; //
