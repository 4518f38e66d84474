// expect: answer
// idea: types nested thousands deep
// generated
return `type T = ${"Array<".repeat(3000)}1${">".repeat(3000)}; return 1`;
