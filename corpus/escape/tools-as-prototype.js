// expect: completed "guest"
// idea: the exotic objects as prototypes and proxy targets
const child = Object.create(tools);
child.mine = 1;
const proxy = new Proxy(tools, { get: () => "trapped" });
let refused = 0;
try { proxy.search; } catch { refused++; }
return child.mine === 1 && !("mine" in tools) && child.search === tools.search && refused <= 1 ? "guest" : "host";
