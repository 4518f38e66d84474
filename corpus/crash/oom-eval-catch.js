// expect: memory_limit_exceeded | timeout | completed
// idea: bellard/quickjs#406, #531, #532: every allocation of the parser and the resolver fails once, and is caught
// with: memoryLimitBytes=2097152
const fill = new Array(30000).fill(null);
let n = 0;
// Fills the heap to the brim with pieces that get smaller, then gives some back: another allocation fails each time.
const brim = (spare) => { for (let size = 2048; size >= 1; size >>= 1) { try { while (n < 29000) { fill[n] = new Array(size).fill(0); n++; } } catch {} } for (let i = 0; i < spare && n > 0; i++) fill[--n] = null; };
let failures = 0;
for (let i = 0; i < 400; i++) {
  brim(i);
  try { new Function("a,b=1,...c", "with(a){} try{for(let x in c)switch(x){case 1:break;default:(()=>{super_=x})()}}catch({y}){}finally{} return [`a${b}`,/x(y)/g,async()=>{for await(let z of c);},function*(){yield*a}, class{#p=1;static{this.q=2}get p(){return this.#p}}]"); } catch { failures++; }
}
n = 0; fill.length = 0;
return failures > 0;
