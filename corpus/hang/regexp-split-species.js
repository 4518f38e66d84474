// expect: timeout
// idea: a species constructor that never advances
class Stuck extends RegExp { exec() { return null; } get lastIndex() { return 0; } set lastIndex(_) {} static get [Symbol.species]() { return Stuck; } }
for (;;) "aaaa".split(new Stuck("a"));
