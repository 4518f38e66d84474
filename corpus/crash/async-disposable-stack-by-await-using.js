// expect: answer
// idea: quickjs-ng#1661: the syntax may reach the same code without the name
let saved;
Promise.prototype.then = ((then) => function (f, r) { if (typeof r === "function") saved = r; return then.call(this, f, r); })(Promise.prototype.then);
try { new Function("return (async () => { { await using x = { async [Symbol.asyncDispose]() { throw 1 } }; } })()")(); } catch {}
try { saved?.(); } catch {}
const keep = []; for (let i = 0; i < 5000; i++) keep.push({ i });
return "alive";
