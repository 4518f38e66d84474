// expect: answer
// idea: parentheses: expression or parameters (pydantic/monty#112)
// generated
return `return ${"(".repeat(20000)}1${")".repeat(20000)}`;
