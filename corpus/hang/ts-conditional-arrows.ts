// expect: answer
// idea: a?(x):T=>( nested: exponential in TypeScript parsers
// generated
return `const a = 1, x = 2; return ${"a?(x):T=>(".repeat(60)}1${")".repeat(60)}`;
