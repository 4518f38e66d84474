// expect: completed []
// idea: nothing of Node, of the engine's shell or of the bridge by name
const forbidden = ["process", "require", "module", "exports", "Buffer", "global", "fetch", "setInterval", "setImmediate", "WebAssembly", "Worker", "SharedArrayBuffer", "Atomics", "std", "os", "bjson", "print", "gc", "scriptArgs", "host", "__filename", "__dirname", "Deno", "Bun", "XMLHttpRequest", "navigator", "performance", "crypto"];
return forbidden.filter((name) => name in globalThis);
