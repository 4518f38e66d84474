// The catalog's objects keep identity, order and their frozen state over suspensions.
const echo = tools.echo;
const keys = Object.keys(tools);
const root = MCP;
await ask("touched");
const same = [tools.echo === echo, MCP === root, MCP.files === root.files, desk === namespaces.desk, tools.missing, "echo" in tools, "nope" in tools];
const listed = [ALL_TOOLS.map((tool) => tool.id), Object.isFrozen(ALL_TOOLS), Object.isFrozen(ALL_TOOLS[0]), ALL_TOOLS === ALL_TOOLS];
const hits = await tools.search("echo " + me, { limit: 2 });
await ask("searched");
const described = await tools.describe("desk:echo");
const [byId, value] = await Promise.all([tools.call("desk:echo", { v: me }), tools.callValue("desk:wrapped", { v: [me] })]);
const file = await MCP.files.read({ path: "/notes/" + me });
const pen = desk.pen;
const wrote = await pen.write("line", { me }, undefined);
await ask("called through every door");
const kept = [pen === desk.pen, pen.write === desk.pen.write, desk.limits.most, Object.isFrozen(desk.limits), desk.limits === namespaces.desk.limits];
const errors = [];
for (const bad of [() => tools.call("nobody"), () => MCP.files.read(1, 2), () => tools.search(5), () => tools.describe({}), () => tools.echo({ big: 1n }), () => tools.call(5)]) {
  try { await bad(); } catch (error) { errors.push(error.message); }
}
const fixed = [];
for (const change of [() => { tools.echo = 1; }, () => { delete tools.echo; }, () => { tools.extra = 1; }, () => { echo.own = 1; }, () => { desk.limits.most = 0; }]) {
  try { change(); fixed.push("changed"); } catch (error) { fixed.push(error.name); }
}
const api = await MCP.$api();
const listing = await API.list();
return { keys, same, listed, hits, described, byId, value, file, wrote, kept, errors, fixed, api, listing, names: [echo.name, pen.write.name, Object.keys(MCP), Object.keys(MCP.files), Object.keys(desk)], proto: Object.getPrototypeOf(tools), name: MCP.files.$serverName };
