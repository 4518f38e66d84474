// expect: internal_error
// idea: names and messages that are objects, getters and megabytes
const error = new Error("x".repeat(1e6));
Object.defineProperty(error, "name", { get: () => "Fake\n    at host (somewhere:1:1)" });
throw error;
