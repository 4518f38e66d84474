// expect: completed [1,2]
// idea: what one call returned is not what another call returns
const a = await tools.callValue("echo", { n: 1 });
a.n = 2;
const b = await tools.callValue("echo", { n: 1 });
return [b.n, a.n];
