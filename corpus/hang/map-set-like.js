// expect: timeout
// idea: set methods ask a set-like for its size and keys
return new Set([1]).union({ size: 1, has: () => true, keys: () => ({ next: () => ({ done: false, value: 1 }) }) }).size;
