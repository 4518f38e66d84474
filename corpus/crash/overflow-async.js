// expect: answer
// idea: async functions that await themselves
const f = async (n) => (n > 0 ? await f(n - 1) : 0);
try { return await f(1e6); } catch (error) { return error.name; }
