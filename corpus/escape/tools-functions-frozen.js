// expect: completed "guest"
// idea: functions of tools take no properties and are no constructors
const outs = [];
for (const f of [tools.search, tools.echo, tools.call, MCP.$api, text, setTimeout]) { outs.push(Reflect.set(f, "x", 1), Reflect.setPrototypeOf(f, null)); try { new f(); outs.push(true); } catch { outs.push(false); } }
return outs.every((out) => out === false) ? "guest" : outs;
