// expect: answer
// idea: names, messages, causes and stacks that run guest code while an error is built
const outs = [];
const attempt = (f) => { try { f(); } catch (error) { try { outs.push(String(error.stack).length > 0); } catch { outs.push(false); } } };
const f = () => { throw new Error("x"); };
Object.defineProperty(f, "name", { get() { throw 1; } });
attempt(f);
Error.stackTraceLimit = { valueOf() { throw 1; } };
attempt(() => { throw new Error("y"); });
Error.prepareStackTrace = (error, frames) => { frames.forEach((frame) => frame.getFunction?.()); throw 1; };
attempt(() => { null.x; });
attempt(() => { throw new Error("m", { get cause() { for (let i = 0; i < 2000; i++) { const a = {}; a.a = a; } return 1; } }); });
attempt(() => { new AggregateError({ [Symbol.iterator]: () => ({ get next() { throw new Error("z"); } }) }); });
attempt(() => Error.captureStackTrace(Object.freeze({})));
attempt(() => Error.captureStackTrace(new Proxy({}, { defineProperty() { throw new Error("trap"); } })));
return outs.length;
