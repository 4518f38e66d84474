// expect: completed "guest"
// idea: constructor chain from an MCP result
const r = await MCP.files.readFile({ path: "/x" });
return r.constructor === Object && r.content.constructor === Array && r.content[0].constructor.constructor === Function ? "guest" : "host";
