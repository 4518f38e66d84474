// expect: answer
// idea: for await nested as deep as it goes
async function* g(n) { if (n > 0) for await (const x of g(n - 1)) yield x; else yield 1; }
try { for await (const x of g(20000)) return x; } catch (error) { return error.name; }
