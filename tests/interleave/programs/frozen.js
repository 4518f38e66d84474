// Objects that were closed in several ways before the cell slept stay closed after.
const deep = Object.freeze({ list: Object.freeze([1, Object.freeze({ me })]), open: { free: 1 } });
const sealed = Object.seal({ a: 1, get b() { return this.a; } });
const closed = Object.preventExtensions([1, 2, 3]);
class Point { constructor(x) { this.x = x; Object.freeze(this); } moved(by) { return new Point(this.x + by); } }
const point = new Point(me);
await ask("closed");
const errors = [];
const attempt = (name, change) => { try { change(); errors.push(name + " passed"); } catch (error) { errors.push(name + " " + error.name + ": " + error.message); } };
attempt("write", () => { deep.list[0] = 2; });
attempt("push", () => deep.list.push(2));
attempt("free", () => { deep.open.free = me; });
attempt("sealed write", () => { sealed.a = 5; });
attempt("sealed delete", () => { delete sealed.a; });
attempt("sealed add", () => { sealed.c = 1; });
await ask("half");
attempt("closed add", () => closed.push(4));
attempt("closed pop", () => closed.pop());
attempt("point", () => { point.x = 1; });
attempt("proto", () => Object.setPrototypeOf(deep, {}));
attempt("define", () => Object.defineProperty(sealed, "a", { get: () => 1 }));
attempt("typed", () => Object.freeze(new Uint8Array(1)));
const states = [deep, deep.open, sealed, closed, point, "text"].map((o) => [Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)]);
await ask("states");
const moved = point.moved(await ask(1)).moved(2);
const table = Object.freeze(new Map([[1, 2]]));
table.set(3, me);
return { errors, states, moved: [moved.x, Object.isFrozen(moved)], table: [...table], b: sealed.b, closed, function: Object.isFrozen(Object.freeze(() => 1)) };
