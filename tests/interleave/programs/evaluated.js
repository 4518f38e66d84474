// Code that the guest compiles itself, before and after it slept.
const sum = new Function("a", "b = 2", "...rest", "return a + b + rest.length");
const indirect = (0, eval)("var madeByEval = 10; (x) => madeByEval++ + x");
const direct = (() => { let local = me; const poke = eval("() => local++"); return { poke, look: () => local }; })();
const AsyncFunction = (async () => {}).constructor;
const Generator = function* () {}.constructor;
await ask("compiled");
direct.poke();
const slow = new AsyncFunction("ask", "n", "const first = await ask(n); return [first, await ask(first + 1)]");
const steps = new Generator("n", "while (n > 0) yield n--; return 'done'")(3);
steps.next();
const pending = slow(ask, me);
await ask("both under way");
const slept = await pending;
const globals = [indirect(1), indirect(2), globalThis.madeByEval, typeof madeByEval];
await ask("global changed");
const sloppy = new Function("undeclared = 5 + " + me + "; return [this === globalThis, delete globalThis.undeclared]")();
const late = eval(await ask("[1, 2, 3].map((n) => n * me)"));
let broken;
try { eval("const = 1"); } catch (error) { broken = [error.name, error instanceof SyntaxError]; }
const text = Function.prototype.toString.call(sum).includes("rest.length");
const many = [];
for (let i = 0; i < 30; i++) many.push(new Function("return " + i + " * " + me));
await ask("thirty functions");
return { sum: [sum(1), sum(1, 1, 1, 1), sum.length, sum.name], globals, direct: direct.look(), slept, steps: [...steps], sloppy, late, broken, text, many: many.reduce((a, f) => a + f(), 0) };
