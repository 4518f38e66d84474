// expect: completed "guest"
// idea: V8 and quickjs-ng: prepareStackTrace gets call sites with functions in them
const seen = [];
Error.prepareStackTrace = (error, frames) => { seen.push(...frames); return "x"; };
try { await tools.call("nothing"); } catch (error) { String(error.stack); }
try { console.log({ get a() { throw new Error("x"); } }); } catch (error) { String(error.stack); }
return seen.length === 0 ? "guest" : "host";
