// expect: answer
// idea: exponential backtracking of TypeScript parsers (118 bytes took 4.3 s)
// generated
return `return ${"<T>(".repeat(60)}1${")".repeat(60)}`;
