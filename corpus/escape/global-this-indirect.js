// expect: completed ["undefined","undefined","undefined"]
// idea: sloppy this, indirect eval, new Function
return [new Function("return typeof this.process")(), (0, eval)("typeof require"), new Function("return this")().process === undefined ? "undefined" : "host"];
