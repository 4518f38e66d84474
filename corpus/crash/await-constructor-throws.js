// expect: completed ["catch","finally","catch","finally",42,"again"] | internal_error boom
// idea: quickjs-ng#1757, fixed after 0.16.2: await of a promise whose constructor getter throws
const error = new Error("boom");
const promise = Promise.resolve(1);
Object.defineProperty(promise, "constructor", { get() { throw error; } });
const log = [];
for (let i = 0; i < 2; i++) { try { await promise; } catch (e) { if (e === error) log.push("catch"); } finally { log.push("finally"); } }
log.push(await Promise.resolve(42));
try { await promise; } catch { log.push("again"); }
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return log;
