// expect: timeout
// idea: replaceAll of a needle that nearly matches
return ("a".repeat(1 << 22)).replaceAll("a".repeat(1 << 21) + "b", "").length;
