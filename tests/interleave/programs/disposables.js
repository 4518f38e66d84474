// Disposal stacks filled over several suspensions, and what they report when disposal fails.
if (typeof DisposableStack !== "function") return await ask("none");
const log = [];
const resource = (name, fails) => ({ name, [Symbol.dispose]() { log.push("dispose " + name); if (fails) throw new Error("dispose of " + name); } });
const stack = new DisposableStack();
stack.use(resource("a" + me));
await ask("one");
stack.adopt({ handle: me }, (value) => log.push("adopted " + value.handle));
stack.defer(() => log.push("deferred"));
await ask("three");
const moved = stack.move();
const states = [stack.disposed, moved.disposed];
moved.dispose();
states.push(moved.disposed);
await ask("disposed");
const failing = new DisposableStack();
failing.use(resource("x", true));
failing.use(resource("y", true));
await ask("two bombs");
let suppressed;
try { failing.dispose(); } catch (error) { suppressed = [error.name, error.error?.message, error.suppressed?.message]; }
return { log, states, suppressed };
