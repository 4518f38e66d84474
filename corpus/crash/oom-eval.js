// expect: memory_limit_exceeded | timeout
// idea: bellard/quickjs#406, #531, #532: out of memory while source is parsed and resolved
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 0; ; i++) keep.push(new Function(`let a${i} = ${i}; const f = (x) => { class C { #p = x; get p() { return this.#p + a${i}; } } return new C(); }; label: for (const y of [1]) { continue label; } return \`\${f(1).p}\`;`), i % 7);
