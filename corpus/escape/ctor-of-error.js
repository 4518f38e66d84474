// expect: completed "guest"
// idea: constructor chain from a tool's error
try { await tools.fail({}); } catch (error) { return error instanceof Error && error.constructor === Error && error.constructor.constructor("return typeof process")() === "undefined" ? "guest" : "host"; }
