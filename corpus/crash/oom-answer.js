// expect: memory_limit_exceeded | nested_tool_failed | timeout | completed
// idea: no memory when a tool's answer arrives
// with: memoryLimitBytes=2097152
const fill = [];
const call = tools.echo({ text: "x".repeat(200000) });
try { for (;;) fill.push(new Array(50).fill(0)); } catch {}
for (let i = 0; i < 10; i++) fill.pop();
try { await call; } catch (error) { fill.length = 0; return error.name; }
fill.length = 0;
return "alive";
