// expect: completed
// idea: the same, kept: the host's JSON.parse makes it an own key
return JSON.parse('{"a":{"__proto__":{"polluted":true}},"constructor":{"prototype":{"polluted":true}}}');
