// expect: timeout
// idea: a needle that nearly matches everywhere
const hay = "a".repeat(1 << 22), needle = "a".repeat(1 << 21) + "b";
return hay.indexOf(needle);
