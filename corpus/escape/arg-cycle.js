// expect: nested_tool_failed
// idea: a cycle as argument
const a = {}; a.a = a;
return await tools.echo(a);
