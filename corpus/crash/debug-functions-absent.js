// expect: completed []
// idea: engine and shell helpers that have no place in a guest
return ["gc", "print", "scriptArgs", "navigator", "performance", "InternalError", "Worker", "WebAssembly", "load", "read", "quit", "version", "__loadScript"].filter((name) => name in globalThis);
