// Long strings built piece by piece, still unflattened when the cell sleeps.
let narrow = "";
for (let i = 0; i < 6000; i++) narrow += "part" + i + (i % me ? "," : ";");
let wide = "žluťoučký";
for (let i = 0; i < 10; i++) wide = wide + i + wide;
let left = "", right = "";
for (let i = 0; i < 500; i++) {
  left = left + "l" + i;
  right = "r" + i + right;
}
await ask("ropes");
const both = left + right;
narrow += wide;
await ask("joined, not read");
const hash = (s) => { let h = 7; for (let i = 0; i < s.length; i++) h = (Math.imul(h, 33) ^ s.charCodeAt(i)) | 0; return h; };
const hashes = [narrow, wide, both].map(hash);
const slices = [narrow.slice(5000, 5040), wide.slice(-20), both.slice(900, 930)];
await ask("read");
const sub = narrow.substring(100, 40000);
narrow = null;
await ask("only a slice is left");
const table = { [left.slice(0, 30)]: 1, [right]: 2 };
return { hashes, slices, sub: [sub.length, hash(sub), sub.split(",").length], equal: both === left + right, order: left < right, key: table[right], repeat: hash("ab".repeat(20000 + me)) };
