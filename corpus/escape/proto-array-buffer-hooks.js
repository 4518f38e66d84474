// expect: completed [1]
// idea: getters of ArrayBuffer.prototype replaced
for (const key of ["byteLength", "resizable", "maxByteLength", "detached"]) Object.defineProperty(ArrayBuffer.prototype, key, { get: () => 1e12 });
return await tools.callValue("echo", new Uint8Array([1]).buffer);
