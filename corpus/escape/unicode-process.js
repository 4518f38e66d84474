// expect: internal_error ReferenceError
// idea: the same for process
return pr\u{6f}cess.env;
