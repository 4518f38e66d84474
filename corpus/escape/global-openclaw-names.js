// expect: completed []
// idea: nothing that begins with __openclaw, not even hidden or by symbol
const seen = [];
for (let o = globalThis; o; o = Object.getPrototypeOf(o)) for (const key of Reflect.ownKeys(o)) if (/openclaw|prelude|bridge/i.test(String(key))) seen.push(String(key));
return seen;
