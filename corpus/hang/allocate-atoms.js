// expect: timeout | memory_limit_exceeded
// idea: property names without end: the atom table only grows
const object = {};
for (let i = 0; ; i++) { try { object["name" + i] = 1; } catch {} }
