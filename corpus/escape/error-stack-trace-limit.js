// expect: completed "guest"
// idea: a limit whose conversion runs guest code
let n = 0;
Error.stackTraceLimit = { valueOf() { n++; return 1; } };
try { await tools.fail({}); } catch (error) { String(error.stack); }
return n === 0 ? "guest" : "host";
