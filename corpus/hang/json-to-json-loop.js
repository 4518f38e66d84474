// expect: timeout
// idea: toJSON of the final value never ends
return { toJSON() { for (;;) {} } };
