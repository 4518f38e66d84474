// expect: completed "alive"
// idea: quickjs-ng#1732, fixed after 0.16.2: bound functions of constructed generator functions
for (const F of [Function, (function* () {}).constructor, (async () => {}).constructor, (async function* () {}).constructor]) { const f = F("aa").bind().bind(null, 1); Object.prototype.toString.call(f); f.name; f.length; try { new f(); } catch {} try { Promise.resolve(f()).catch(() => {}); } catch {} }
return "alive";
