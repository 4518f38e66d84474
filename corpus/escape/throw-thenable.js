// expect: internal_error
// idea: a thrown thenable
throw { then(resolve) { resolve(1); } };
