// expect: timeout
// idea: a getter of the final value
return { get value() { for (;;) {} } };
