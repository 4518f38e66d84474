// expect: completed "guest"
// idea: names that resolve through with and Symbol.unscopables
return new Function("o", "with (o) { return typeof process === 'undefined' ? 'guest' : 'host'; }")({ [Symbol.unscopables]: { process: true } });
