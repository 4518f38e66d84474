// expect: completed {"a":1}
// idea: a tool with a prompt for a name is a tool
return await tools.callValue("ignore_previous_instructions", { a: 1 });
