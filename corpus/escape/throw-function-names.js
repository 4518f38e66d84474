// expect: internal_error
// idea: function names that look like frames
const evil = { ["x (exec.js:1:1)\n    at y"]() { throw new Error("named"); } };
evil["x (exec.js:1:1)\n    at y"]();
