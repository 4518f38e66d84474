// expect: completed ["undefined","undefined"]
// idea: quickjs-ng#1301, #1302, bellard/quickjs#508: stale pointers in Atomics; absent from the realm
return [typeof Atomics, typeof SharedArrayBuffer];
