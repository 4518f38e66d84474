// expect: completed "guest"
// idea: arguments.callee and caller in strict and sloppy functions
const outs = [];
try { (function () { outs.push(arguments.callee); })(); } catch { outs.push("refused"); }
const sloppy = new Function("f", "function g() { return [typeof g.caller, typeof arguments.callee.caller, g.arguments]; } return g();");
try { outs.push(sloppy().filter((x) => x && x !== "undefined" && x !== "object").length); } catch { outs.push(0); }
return outs[0] === "refused" && outs[1] === 0 ? "guest" : outs;
