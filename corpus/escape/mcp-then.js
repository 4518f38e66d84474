// expect: completed "guest"
// idea: an MCP tool named then makes no thenable of its server; awaiting its server gives the server and calls nothing
const server = await MCP.files;
return server === MCP.files || typeof server === "object" ? "guest" : "host";
