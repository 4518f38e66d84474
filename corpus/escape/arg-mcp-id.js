// expect: failed
// idea: MCP ids are unknown to tools.call
return await tools.call("mcp:files:read_file", {});
