// expect: completed "alive"
// idea: template objects are cached by site: millions of calls, cycles through them
const sites = [];
const tag = (strings) => { sites.push(strings); return strings; };
for (let i = 0; i < 3000; i++) { const f = new Function("tag", "return tag`a${1}b`"); f(tag).raw.length; f(tag); }
sites.length = 0;
for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; }
return "alive";
