// expect: completed ["tool says no",["message"]]
// idea: a tool's error brings its text and no property of the host's error
try { await tools.fail({}); } catch (error) { return [error.message, Object.keys(error).concat(Object.getOwnPropertyNames(error)).filter((k) => k !== "stack" && k !== "code")]; }
