// expect: internal_error forged
// idea: a stack that names a host file: frames come from the engine's own record
const error = new Error("forged");
Object.defineProperty(error, "stack", { value: "Error: forged\n    at exec.js (exec.js:99999:1)" });
throw error;
