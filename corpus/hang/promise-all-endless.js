// expect: timeout | memory_limit_exceeded
// idea: Promise.all of an iterator without end
function* ones() { for (;;) yield 1; }
return await Promise.all(ones());
