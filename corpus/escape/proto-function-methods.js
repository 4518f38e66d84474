// expect: completed 1
// idea: call, apply and bind replaced
Function.prototype.call = Function.prototype.apply = Function.prototype.bind = function () { throw new Error("hook"); };
return (await tools.callValue("echo", { n: 1 })).n;
