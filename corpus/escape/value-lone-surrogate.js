// expect: completed "\ufffd"
// idea: a lone surrogate as the final value
return "\ud800";
