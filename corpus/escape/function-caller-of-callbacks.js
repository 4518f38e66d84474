// expect: completed "guest"
// idea: the caller of a getter that the prelude runs
let seen = null;
const spy = new Function("out", "return function spy() { try { out.push(spy.caller); } catch { } return 1; }");
const out = [];
console.log({ toJSON: spy(out) });
await tools.echo({ toJSON: spy(out) });
return out.every((caller) => caller === null || caller === undefined) ? "guest" : "host";
