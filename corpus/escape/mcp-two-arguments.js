// expect: completed "MCP namespace tools accept one object argument."
// idea: arguments that are no plain object
class Not {}
try { await MCP.files.readFile(new Not()); } catch (error) { return error.message; }
