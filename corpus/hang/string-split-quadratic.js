// expect: timeout
// idea: split at a needle that nearly matches
return ("a".repeat(1 << 22)).split("a".repeat(1 << 21) + "b").length;
