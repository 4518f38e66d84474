// expect: nested_tool_failed
// idea: a tool rejects with null
await tools.strange({ kind: "throw-null" });
