// expect: answer
// idea: private names, static blocks and fields that run guest code half way
let grab;
class Base { constructor() { grab?.(this); return new Proxy(this, {}); } }
class A extends Base { #x = (() => { grab = null; return 1; })(); static { try { new A(); } catch {} } get x() { return #x in this ? this.#x : "none"; } [Symbol.toPrimitive]() { return this.#x; } static #s = 1; static probe(o) { return #s in o; } }
const outs = [];
for (const o of [new A(), Object.create(A.prototype), A, new Proxy(new A(), {})]) { try { outs.push(o.x); } catch (error) { outs.push(error.name); } try { outs.push(A.probe(o)); } catch (error) { outs.push(error.name); } }
class B extends null { constructor() { try { super(); } catch {} return {}; } }
new B();
return outs.length;
