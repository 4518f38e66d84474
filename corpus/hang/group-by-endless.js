// expect: timeout | memory_limit_exceeded
// idea: Object.groupBy without end
function* ones() { for (;;) yield 1; }
return Object.groupBy(ones(), () => "all");
