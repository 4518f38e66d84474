// expect: nested_tool_failed | internal_error | completed
// idea: a proxy whose traps throw strange things
return await tools.callValue("echo", new Proxy({}, { ownKeys() { throw null; } }));
