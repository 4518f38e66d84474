// Objects with a then of their own, awaited, returned, resolved with and half settled.
const log = [];
const thenable = (value, ms) => ({ then(resolve) { log.push("then " + value); ms === undefined ? resolve(value) : setTimeout(resolve, ms, value); } });
const nested = { then(resolve) { resolve(thenable(me)); } };
const greedy = { then(resolve, reject) { resolve("first"); reject("second"); resolve("third"); throw "fourth"; } };
const getter = { get then() { log.push("getter"); return undefined; }, me };
const bomb = { get then() { throw new Error("bomb " + me); } };
const results = [await thenable("now"), await thenable("later", 5), await nested, await greedy, (await getter) === getter];
await ask("awaited");
results.push(await (async () => thenable("returned", 3))(), await Promise.resolve(thenable("resolved")));
try { await bomb; } catch (error) { results.push(error.message); }
class Query extends Promise {
  static get [Symbol.species]() { return Promise; }
  where(x) { return this.then((v) => [v, x]); }
}
const query = new Query((resolve) => ask(me).then(resolve));
const derived = query.where("w");
await ask("query parked");
results.push(await derived, derived instanceof Query, query instanceof Query);
let release;
const parked = { then(resolve) { release = resolve; } };
const waiting = (async () => await parked)();
await ask("thenable parked");
release(await ask("released"));
results.push(await waiting);
const patched = Promise.resolve(me);
patched.then = (resolve) => resolve("patched");
results.push(await patched, await Promise.all([patched, thenable("in all")]));
await ask("end");
return { results, log };
