// expect: timeout
// idea: a comparison of long equal strings for each element, no poll between
const a = "x".repeat(1 << 20) + "a", b = "x".repeat(1 << 20) + "b";
return Array(1e6).fill(a).includes(b);
