// expect: timeout | memory_limit_exceeded | nested_tool_failed
// idea: the same as an argument
let a = [];
for (let i = 0; i < 60; i++) a = [a, a];
return await tools.echo(a);
