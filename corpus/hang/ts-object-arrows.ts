// expect: answer
// idea: object patterns that may be parameters, nested
// generated
return `return ${"({a:".repeat(60)}1${"})=>1".repeat(60)}`;
