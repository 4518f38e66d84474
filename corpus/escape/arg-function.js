// expect: nested_tool_failed
// idea: a function as argument
return await tools.echo(() => process);
