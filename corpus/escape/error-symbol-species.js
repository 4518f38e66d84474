// expect: completed "guest"
// idea: Symbol.hasInstance on Error, and Error.isError
Object.defineProperty(Error, Symbol.hasInstance, { value: () => { throw new TypeError("hook"); } });
try { await tools.fail({}); } catch (error) { return error.message === "tool says no" ? "guest" : error.message; }
