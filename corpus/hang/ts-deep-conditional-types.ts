// expect: answer
// idea: conditional types nested in each other
// generated
return `type T<A> = ${"A extends infer U ? (".repeat(800)}1${") : never".repeat(800)}; return 1`;
