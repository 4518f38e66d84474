// expect: answer
// idea: promises resolved with promises, 200,000 deep
let p = new Promise(() => {}), resolve;
p = new Promise((r) => (resolve = r));
for (let i = 0; i < 50000; i++) { const q = p; p = new Promise((r) => r(q)); }
resolve(1);
return await p;
