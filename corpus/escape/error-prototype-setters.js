// expect: completed "tool says no"
// idea: setters for message, code and stack on Error.prototype
for (const key of ["message", "code", "cause"]) Object.defineProperty(Error.prototype, key, { configurable: true, set() { throw 1; }, get() { return "stolen"; } });
try { await tools.fail({}); } catch (error) { return Object.getOwnPropertyDescriptor(error, "message").value; }
