// expect: answer
// idea: scopes that change under running code, from sloppy functions
const f = new Function("o", "var n = 0; with (o) { for (var i = 0; i < 100; i++) { eval('var x' + i + ' = ' + i); n += typeof x; delete o.x; } } return [n.length, eval('arguments.callee.name')];");
return f({ x: 1, [Symbol.unscopables]: { get x() { return false; } } }).length;
