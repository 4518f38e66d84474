// expect: completed ["undefined","undefined","undefined"]
// idea: quickjs-ng#1375, #1394, #1518, bellard/quickjs#399: forged byte code; nothing in the realm reads any
return [typeof globalThis.bjson, typeof globalThis.std, typeof globalThis.os];
