// expect: completed
// idea: tools and functions as the final value
return { tools, MCP, f: tools.search };
