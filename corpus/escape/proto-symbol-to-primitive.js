// expect: completed "guest"
// idea: conversions on Object.prototype while arguments are checked
let n = 0;
Object.prototype[Symbol.toPrimitive] = () => { n++; return "echo"; };
const outs = [];
for (const id of [{}, [], () => {}]) { try { await tools.call(id, {}); outs.push("called"); } catch (error) { outs.push(error.message); } }
delete Object.prototype[Symbol.toPrimitive];
return n === 0 && outs.every((m) => m === "call id must be a string.") ? "guest" : outs;
