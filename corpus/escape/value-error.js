// expect: completed {"name":"Error","message":"x"}
// idea: an error as the final value has no stack
return new Error("x");
