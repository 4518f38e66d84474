// expect: completed 1
// idea: format directives over objects that convert themselves
console.log("%s %d %i %j %o %c", { toString() { throw 1; } }, { valueOf() { throw 1; } }, Symbol("x"), { a: 1 }, Object.create(null), "css");
return 1;
