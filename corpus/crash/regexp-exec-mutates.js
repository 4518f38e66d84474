// expect: answer
// idea: lastIndex, flags and exec are the guest's, and replace trusts none of them
const re = /(?<x>a)(b)?/dg;
Object.defineProperty(re, "lastIndex", { value: 0, writable: true });
re.exec = function (s) { re.exec = RegExp.prototype.exec; re.compile?.("(z)"); return { index: 2 ** 31, length: 2 ** 32, 0: "abc", 1: {}, get groups() { return { x: {} }; } }; };
try { "abcabc".replace(re, "$<x>$1$9$`$'"); } catch {}
try { RegExp.prototype[Symbol.matchAll].call({ flags: "g", lastIndex: 1, constructor: { [Symbol.species]: function () { return { exec: () => null }; } } }, "abc").next(); } catch {}
return "alive";
