// expect: timeout | memory_limit_exceeded
// idea: spread of an iterator without end
function* ones() { for (;;) yield 1; }
return [...ones()].length;
