// expect: nested_tool_failed
// idea: a tool rejects with undefined
await tools.strange({ kind: "throw-undefined" });
