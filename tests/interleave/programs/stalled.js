// Waits for something that can never come, after it has slept.
const held = { me, list: [await ask(1), await ask(2)] };
text(held);
let resolve;
const never = new Promise((r) => { resolve = r; });
await new Promise((r) => setTimeout(r, 10));
await never;
return held;
