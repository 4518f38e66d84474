// expect: completed "undefined"
// idea: _meta of an MCP result stays behind
return typeof (await MCP.files.readFile({ a: 1 }))._meta;
