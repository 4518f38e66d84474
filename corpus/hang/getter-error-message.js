// expect: timeout
// idea: a getter of the thrown error
const error = new Error("x");
Object.defineProperty(error, "message", { get() { for (;;) {} } });
throw error;
