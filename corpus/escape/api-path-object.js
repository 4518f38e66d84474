// expect: completed "guest"
// idea: a path that is another string each time it is asked
let n = 0;
const path = { toString: () => (n++ ? "../../x" : "mcp/index.d.ts"), valueOf: () => "x" };
try { await API.read(path); return "read"; } catch { return n === 0 ? "guest" : "asked"; }
