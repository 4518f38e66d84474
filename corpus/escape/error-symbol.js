// expect: nested_tool_failed | completed
// idea: a tool rejects with a symbol that has a secret description
try { await tools.strange({ kind: "throw-symbol" }); } catch (error) { return typeof error.message; }
