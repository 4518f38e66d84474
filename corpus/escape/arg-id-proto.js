// expect: internal_error | nested_tool_failed
// idea: __proto__ and constructor as tool ids
return await tools.call("__proto__", {});
