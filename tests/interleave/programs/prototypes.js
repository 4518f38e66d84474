// Prototype chains that are rewired between suspensions, and the caches that must notice.
const animal = { speak() { return this.name + " makes a sound"; }, legs: 4 };
const dog = Object.create(animal, { name: { value: "dog" + me, enumerable: true } });
const hear = (one) => one.speak();
const heard = [];
for (let i = 0; i < 20; i++) heard.push(hear(dog));
await ask("warm");
animal.speak = function () { return this.name + " barks"; };
heard.push(hear(dog));
const robot = { __proto__: animal, speak() { return "beep " + super.speak(); }, name: "robot" };
await ask("method replaced");
heard.push(hear(robot));
Object.setPrototypeOf(robot, { speak: () => "gone", wheels: me });
heard.push(hear(robot), robot.legs, robot.wheels);
delete robot.speak;
await ask("rewired");
heard.push(hear(robot));
let chain = {};
for (let i = 0; i < 60; i++) chain = Object.create(chain, { ["level" + i]: { value: i * me, enumerable: i % 2 === 0 } });
await ask("long chain");
const inherited = [];
for (const key in chain) inherited.push(key);
function Old(x) { this.x = x; }
Old.prototype.get = function () { return this.x; };
const old = new Old(me);
Old.prototype = { get() { return "new"; } };
await ask("constructor's prototype replaced");
Array.prototype.second = function () { return this[1]; };
Object.defineProperty(String.prototype, "loud", { get() { return this.toUpperCase() + "!"; }, configurable: true });
Number.prototype.plus = function (n) { return this + n; };
await ask("built-ins extended");
const extended = [[1, me].second(), "abc".loud, (5).plus(me), old.get(), new Old(1).get(), old instanceof Old, animal.isPrototypeOf(dog)];
let cycle;
try { Object.setPrototypeOf(animal, dog); } catch (error) { cycle = error.name; }
const bare = Object.create(null);
bare.toString = "mine";
const literal = { ["__proto__"]: me };
return { heard: heard.slice(-8), chain: [chain.level0, chain.level59, inherited.length, inherited[3]], extended, cycle, bare: Object.keys(bare), literal: Object.hasOwn(literal, "__proto__") };
