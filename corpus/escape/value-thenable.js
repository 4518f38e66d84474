// expect: completed "resolved"
// idea: a thenable as the final value is awaited, as the language does
return { then(resolve) { resolve("resolved"); } };
