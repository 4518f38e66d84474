// Both kinds of arguments objects, kept past their call and past a suspension.
const mapped = new Function("a", "b", "return { args: arguments, set: (v) => { a = v; }, get: () => a, callee: typeof arguments.callee }");
const sloppy = mapped(1, 2, 3 + me);
await ask("mapped");
sloppy.set("through the parameter");
const seen = [sloppy.args[0], sloppy.args.length, sloppy.callee];
sloppy.args[0] = "through arguments";
seen.push(sloppy.get());
delete sloppy.args[0];
sloppy.set("unlinked");
seen.push(0 in sloppy.args, [...sloppy.args]);
function strict(a) { const args = arguments; return { args, change: (v) => { a = v; }, arrow: () => arguments.length }; }
const kept = strict("x", me);
await ask("strict");
kept.change("y");
seen.push(kept.args[0], kept.arrow(), Array.prototype.slice.call(kept.args, 1));
let poisoned;
try { kept.args.callee; } catch (error) { poisoned = error.name; }
function defaults(a, b = a + me, ...rest) { return [arguments.length, b, rest, defaults.length]; }
const spread = (...args) => defaults(...args, ...[me], ..."ab");
await ask("spread");
function* lazy() { yield arguments.length; yield [...arguments]; arguments[0] = "z"; yield arguments[0]; }
const parked = lazy("p", me);
parked.next();
await ask("generator holds arguments");
const slow = async function () { const before = arguments[1]; await ask(before); return [before, arguments[1], this.tag]; };
return { seen, poisoned, defaults: [defaults(1), spread(), spread(5)], parked: [...parked], slow: await slow.call({ tag: "t" }, 0, me), applied: Math.max.apply(null, { length: 3, 0: 1, 1: me, 2: 2 }), bound: defaults.bind(null, 1, 2)(3), tag: Object.prototype.toString.call(kept.args) };
