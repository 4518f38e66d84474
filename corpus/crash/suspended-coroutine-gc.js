// expect: completed 7
// idea: bellard/quickjs#156, CVE-2023-48184: a suspended coroutine reachable only through a closure
let leaked;
(() => { async function step() { const d = Promise.withResolvers(); let seven = 7; leaked = () => [d, seven]; await d.promise; seven = 8; } step(); })();
for (let i = 0; i < 50000; i++) { const a = { b: {} }; a.b.a = a; }
return leaked()[1];
