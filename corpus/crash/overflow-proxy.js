// expect: internal_error
// idea: stack overflow through proxies of proxies, and through a trap
// with: memoryLimitBytes=268435456
let p = {};
for (let i = 0; i < 200000; i++) p = new Proxy(p, {});
return p.x;
