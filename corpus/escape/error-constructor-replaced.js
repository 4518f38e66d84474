// expect: completed "tool says no"
// idea: the guest's Error is not what the bridge makes errors with
globalThis.Error = class Fake { constructor() { this.fake = true; } };
try { await tools.fail({}); } catch (error) { return error.fake ? "fake" : error.message; }
