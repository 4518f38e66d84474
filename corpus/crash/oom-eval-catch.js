// expect: memory_limit_exceeded | failed | timeout
// idea: the same, and each failure is caught: every allocation of the parser fails once
// with: memoryLimitBytes=2097152
const fill = [];
try { for (;;) fill.push(new Array(200).fill(0)); } catch {}
let failures = 0;
for (let i = 0; i < 3000; i++) {
  if (i % 20 === 0) fill.pop();
  try { new Function("a,b=1,...c", "with(a){} try{for(let x in c)switch(x){case 1:break;default:(()=>{super_=x})()}}catch({y}){}finally{}return [`a${b}`,/x(y)/g,async()=>{for await(z of c);},function*(){yield*a}]"); } catch { failures++; }
}
return failures;
