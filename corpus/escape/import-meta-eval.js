// expect: failed
// idea: import.meta in an evaluated text
return new Function("return import.meta")();
