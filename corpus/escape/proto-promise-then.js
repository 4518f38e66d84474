// expect: completed {"n":1}
// idea: Promise.prototype.then replaced
const then = Promise.prototype.then;
let seen = 0;
Promise.prototype.then = function (...args) { seen++; return then.apply(this, args); };
return await tools.callValue("echo", { n: 1 });
