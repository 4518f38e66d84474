// expect: completed true
// idea: isError is a value, not a throw, and nothing else
return (await MCP.files.refuse({})).isError;
