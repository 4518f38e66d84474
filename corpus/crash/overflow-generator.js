// expect: answer
// idea: yield* nested as deep as it goes
function* g(n) { yield n; yield* g(n + 1); }
let last = 0;
try { for (const n of g(0)) last = n; } catch (error) { return [error.name, last > 10]; }
