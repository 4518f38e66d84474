// expect: completed "search query must be a string."
// idea: a query that converts itself
try { await tools.search({ toString: () => "echo" }); } catch (error) { return error.message; }
