// expect: completed 1
// idea: methods with another this, by call, apply and Reflect
const out = await Reflect.apply(tools.callValue, { evil: 1 }, ["echo", { n: 1 }]);
return out.n;
