// expect: failed
// idea: a text that closes the wrapper and opens another
}); globalThis.escaped = 1; (async () => {
