// expect: timeout | memory_limit_exceeded
// idea: aliases that leave no text: functions only
let a = { f() {} };
for (let i = 0; i < 60; i++) a = { a, b: a };
return JSON.stringify(a, (key, value) => (typeof value === "function" ? undefined : value)).length;
