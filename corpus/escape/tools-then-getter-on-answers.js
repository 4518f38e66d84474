// expect: completed {"n":1}
// idea: a then getter on Object.prototype sees the answer and cannot replace it
let seen = 0;
Object.defineProperty(Object.prototype, "then", { configurable: true, get() { seen++; return undefined; } });
const out = await tools.callValue("echo", { n: 1 });
delete Object.prototype.then;
return out;
