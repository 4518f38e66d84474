// expect: completed {"hook":true}
// idea: toJSON on Object.prototype has a say over the guest's own values only
Object.defineProperty(Object.prototype, "toJSON", { configurable: true, value() { return { __proto__: null, hook: true }; } });
const answer = await tools.callValue("echo", { n: 1 });
return answer;
