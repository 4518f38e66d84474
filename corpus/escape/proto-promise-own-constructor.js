// expect: completed 7
// idea: the cell's promise gets another constructor through its prototype
Object.defineProperty(Promise.prototype, "constructor", { get() { throw new Error("hook"); } });
return 7;
