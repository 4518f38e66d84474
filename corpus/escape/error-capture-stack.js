// expect: completed "guest"
// idea: captureStackTrace onto guest objects and frozen host ones
const o = {};
Error.captureStackTrace(o);
try { Error.captureStackTrace(tools); } catch {}
return typeof o.stack === "string" && !("stack" in tools) && !/prelude|host/.test(o.stack) ? "guest" : "host";
