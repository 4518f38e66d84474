// expect: timeout
// idea: compiling big patterns in a loop (quickjs-ng#1223)
for (let n = 0; ; n++) new RegExp(`(${"a|".repeat(5000)}b){1,3}${n}`);
