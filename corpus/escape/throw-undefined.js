// expect: internal_error
// idea: throw undefined
throw undefined;
