// expect: timeout
// idea: toString of a thrown value
throw { toString() { for (;;) {} }, toJSON() { for (;;) {} } };
