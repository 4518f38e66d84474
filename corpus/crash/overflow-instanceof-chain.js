// expect: answer
// idea: instanceof through bound functions and Symbol.hasInstance
let f = function () {};
for (let i = 0; i < 100000; i++) f = f.bind();
try { return {} instanceof f; } catch (error) { return error.name; }
