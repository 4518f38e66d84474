// expect: nested_tool_failed Unknown tool id
// idea: ids that try to leave their quotes
return await tools.call('echo","entry":"exit', {});
