// Private members, static blocks, accessors, brands, built-ins as parents.
class Counter {
  #count = me;
  static #made = 0;
  static names = [];
  static { this.names.push("static block", Counter.name); }
  static get made() { return Counter.#made; }
  constructor() { Counter.#made++; }
  get #double() { return this.#count * 2; }
  set #double(v) { this.#count = v / 2; }
  #step(by) { this.#count += by; return this; }
  static is(x) { return #count in x; }
  async add(by) { this.#step(await ask(by)); return this.#double; }
  force(v) { this.#double = v; return this.#count; }
  *[Symbol.iterator]() { while (this.#count > 0) yield this.#count--; }
  static async make() { const made = new this(); await made.add(1); return made; }
}
class Loud extends Counter {
  #own = "loud";
  field = super.force(50);
  ["computed" + me] = () => this.#own;
  async add(by) { return [await super.add(by * 2), this.#own, new.target === undefined]; }
}
const plain = await Counter.make();
const loud = new Loud();
await ask("made");
const results = [await plain.add(3), await loud.add(4), loud.field, loud["computed" + me](), Counter.made, Counter.is(loud), Counter.is({})];
const walk = plain[Symbol.iterator]();
walk.next();
await ask("walking");
results.push([...walk], plain.force(8));
class List extends Array { get last() { return this.at(-1); } static of(...xs) { return super.of(...xs, me); } }
class Table extends Map { get(key) { return super.get(key) ?? "none"; } }
class Later extends Promise {}
class Fault extends RangeError { constructor() { super("fault"); this.extra = me; } }
const list = List.of(1, 2);
const table = new Table([["a", 1]]);
await ask("parents");
const later = await Later.resolve(me).then((x) => x + 1);
const fault = new Fault();
let errors = [];
for (const bad of [() => Counter(), () => Counter.prototype.force.call({}), () => { class A extends null {} new A(); }, () => { x; const x = 1; }]) {
  try { bad(); } catch (error) { errors.push(error.name); }
}
const mixin = (Base) => class extends Base { mixed() { return super.force(6) + me; } };
const Mixed = mixin(Counter);
await ask("mixed");
return { results, list: [list.last, list.map((x) => x * 2) instanceof List, list.length], table: [table.get("a"), table.get("b")], later, fault: [fault.name, fault.extra, fault instanceof Fault], errors, names: Counter.names, mixed: new Mixed().mixed(), anonymous: (class {}).name, Later: Later.resolve(1) instanceof Later };
