// expect: completed {"p":"[Promise: not awaited]"}
// idea: a promise inside the final value
return { p: new Promise(() => {}) };
