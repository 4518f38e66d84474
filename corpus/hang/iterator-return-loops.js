// expect: timeout
// idea: return() of a hand-made iterator never ends
const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;) {} } }) };
for (const _ of endless) break;
