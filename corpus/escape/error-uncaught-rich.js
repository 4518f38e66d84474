// expect: nested_tool_failed
// idea: the same uncaught: the host's answer shows no secret either
await tools.strange({ kind: "throw-rich" });
