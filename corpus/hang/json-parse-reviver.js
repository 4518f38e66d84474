// expect: timeout
// idea: a reviver that grows what is still to be visited
return JSON.parse("[1]", function (key, value) { if (Array.isArray(value)) return value; this.push?.(0); for (;;) {} });
