// expect: completed ["invalid API file path","invalid API file path","invalid API file path"]
// idea: paths out of the table
const outs = [];
for (const path of ["../../etc/passwd", "mcp/../x", "mcp//x"]) { try { await API.read(path); outs.push("read"); } catch (error) { outs.push(error.message); } }
return outs;
