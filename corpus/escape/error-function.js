// expect: nested_tool_failed | completed
// idea: a tool rejects with a function
try { await tools.strange({ kind: "throw-function" }); } catch (error) { return typeof error; }
