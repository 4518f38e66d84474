// expect: timeout | memory_limit_exceeded
// idea: a rest element of an iterator without end
function* ones() { for (;;) yield 1; }
const [, ...rest] = ones();
return rest.length;
