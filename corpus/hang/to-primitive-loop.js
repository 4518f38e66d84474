// expect: timeout
// idea: conversions inside builtins
return Math.max({ valueOf() { for (;;) {} } });
