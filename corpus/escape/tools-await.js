// expect: completed "guest"
// idea: awaiting tools or a server: a tool named then must not be called
const outs = [await Promise.resolve(MCP), await Promise.resolve(API)];
return outs.length === 2 ? "guest" : "host";
