// expect: completed "guest"
// idea: absolute, encoded, URL and NUL paths
const outs = [];
for (const path of ["/etc/passwd", "file:///etc/passwd", "%2e%2e/x", "mcp/\u0000", "mcp\\index.d.ts", "constructor", "__proto__", "C:/x", "~/.ssh"]) { try { outs.push((await API.read(path)).path); } catch {} }
return outs.length === 0 ? "guest" : outs;
