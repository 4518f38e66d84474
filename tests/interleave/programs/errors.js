// Errors kept across suspensions: cause, stack, subclasses, aggregates, failures of tools.
class Refused extends Error {
  constructor(message, options) { super(message, options); this.code = 40 + me; }
  get name() { return "Refused"; }
}
const sink = (n) => { if (n === 0) throw new Refused("bottom", { cause: { n, why: ["deep", me] } }); sink(n - 1); };
let first;
try { sink(5); } catch (error) { first = error; }
const stack = first.stack;
await ask("caught");
const same = first.stack === stack && first.cause.why[1] === me;
let tool;
try { await refuse("tool says no " + me); } catch (error) { tool = error; }
await ask("tool failed");
const wrapped = new TypeError("outer", { cause: tool });
let any;
try { await Promise.any([refuse("one"), Promise.reject(new Refused("two")), refuse("three")]); } catch (error) { any = error; }
await ask("none of them");
const described = [first, tool, wrapped, any].map((error) => [error.name, error.message, String(error), error instanceof Error, Error.isError(error)]);
const nested = await (async () => { try { try { sink(1); } finally { await ask("on the way"); } } catch (error) { return [error.message, error.stack.split("\n").length > 1]; } })();
const odd = [];
for (const thrown of [undefined, null, me, "text", Symbol("s")]) {
  try { await ask(0); throw thrown; } catch (error) { odd.push(String(error)); }
}
const target = {};
Error.captureStackTrace(target);
await ask("captured");
const syntax = (() => { try { new Function("let let"); } catch (error) { return error.name; } })();
return { same, lines: stack.split("\n").length, described, code: tool.code, inner: any.errors.map((error) => error.message), cause: wrapped.cause === tool, nested, odd, captured: typeof target.stack, syntax };
