// expect: timeout
// idea: for await over a generator that never ends
async function* numbers() { for (let i = 0; ; i++) yield i; }
let last;
for await (const n of numbers()) last = n;
return last;
