// expect: nested_tool_failed
// idea: an MCP tool named then makes no thenable of its server; awaiting its server fails and calls nothing
const server = await MCP.files;
return server === MCP.files || typeof server === "object" ? "guest" : "host";
