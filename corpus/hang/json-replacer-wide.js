// expect: timeout | memory_limit_exceeded | failed
// idea: a replacer that widens as it goes
return JSON.stringify(0, (key, value) => [0, 0]).length;
