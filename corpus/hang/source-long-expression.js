// expect: answer
// idea: one expression of half a megabyte
// generated
return `return ${"1+".repeat(250000)}1`;
