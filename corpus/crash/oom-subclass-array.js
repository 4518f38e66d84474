// expect: memory_limit_exceeded | completed
// idea: AddressSanitizer, run over crash/oom-class-catch.js. JS_NewObjectFromShape takes add_property for something that
//   cannot fail; for a subclass of Array whose prototype has an object without properties it copies the shape, and
//   writes through null when there is no memory for the copy.
// with: memoryLimitBytes=2097152
const classes = [], empties = [], spare = [];
for (let i = 0; i < 400; i++) { class C extends Array {} classes.push(C); empties.push(Object.create(C.prototype)); }
for (let i = 0; i < 2000; i++) spare.push({ a: 1 });
const held = new Array(2000).fill(0);
function storm() { let s = null; try { for (;;) s = { a: s }; } catch { return s; } }
function storm2() { let s = null; try { for (let i = 0;; i++) { const o = { a: s }; o["k" + i] = 1; s = o; } } catch { return s; } }
function storm3() { let s = null; try { for (;;) s = ((p) => () => p)(s); } catch { return s; } }
held[0] = storm2(); held[1] = storm3(); held[2] = storm(); held[3] = storm2(); held[4] = storm3(); held[5] = storm();
let n = 0;
for (let i = 0; i < 400; i++) { spare[3 * i] = 0; spare[3 * i + 1] = 0; spare[3 * i + 2] = 0; try { held[10 + i] = new classes[i](); n++; } catch {} }
return n;
