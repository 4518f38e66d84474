// expect: internal_error
// idea: a thrown symbol
throw Symbol("thrown");
