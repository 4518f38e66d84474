// expect: internal_error
// idea: a thrown object without a prototype
throw Object.create(null);
