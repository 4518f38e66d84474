// expect: completed [true,false,false,"alive"] | internal_error TypeError
// idea: quickjs-ng#1730, fixed after 0.16.2: Reflect.set with null and undefined as receiver
const out = [Reflect.set({ set x(v) {} }, "x", 1, null), Reflect.set({}, "x", 1, undefined), Reflect.set({}, "x", 1, null)];
for (const target of [[], new Uint8Array(2), new Proxy({}, {}), Object.create(new Proxy({}, {})), "text", function () {}]) for (const key of ["x", 0, "length", Symbol.iterator]) for (const receiver of [null, undefined, 1, "s", Symbol(), 1n, [], new Uint8Array(1), new Proxy({}, {})]) { try { Reflect.set(Object(target), key, 1, receiver); Reflect.get(Object(target), key, receiver); } catch {} }
return [...out, "alive"];
