// expect: memory_limit_exceeded | internal_error
// idea: an engine's own error of memory, made to throw while it is described
let own;
try { new ArrayBuffer(2 ** 31 - 1); } catch (error) { own = error; }
for (const key of ["message", "name", "code", "stack"]) Object.defineProperty(own, key, { get() { throw own; } });
throw own;
