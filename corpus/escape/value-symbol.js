// expect: completed "Symbol(x)"
// idea: a symbol as the final value
return Symbol("x");
