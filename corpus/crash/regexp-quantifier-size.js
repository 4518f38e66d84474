// expect: answer
// idea: CVE-2025-62495 (quickjs-ng#1221): nested quantifiers multiply the compiled size past 2 GiB
let deep = "a";
for (let i = 0; i < 45; i++) deep = `(?:${deep}|)+`;
try { new RegExp(deep).exec("a"); } catch (error) { return error.name; }
return "alive";
