// expect: timeout | memory_limit_exceeded
// idea: Array.from of an iterator without end
return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }).length;
