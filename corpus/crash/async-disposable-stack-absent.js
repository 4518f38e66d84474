// expect: completed ["undefined",true]
// idea: quickjs-ng#1661: reject handlers that read a missing argument; absent from the realm
let found = true;
try { new AsyncDisposableStack(); found = false; } catch {}
return [typeof AsyncDisposableStack, found];
