// expect: nested_tool_failed
// idea: BigInt as argument
return await tools.echo({ n: 1n });
