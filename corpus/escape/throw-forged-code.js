// expect: internal_error
// idea: a guest's error cannot choose the result's code
throw Object.assign(new Error("forged"), { code: "memory_limit_exceeded", nested: true, oom: true, tooMany: true });
