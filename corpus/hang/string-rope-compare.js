// expect: timeout
// idea: comparisons of deep ropes
let a = "", b = "";
for (let i = 0; i < 1e5; i++) { a += "ab"; b += "ab"; }
for (;;) a + "x" < b + "y";
