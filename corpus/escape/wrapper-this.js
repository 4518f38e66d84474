// expect: completed "undefined"
// idea: this at the cell's top level
return this === undefined ? "undefined" : this === globalThis ? "undefined" : "something";
