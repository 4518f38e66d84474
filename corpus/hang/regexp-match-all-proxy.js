// expect: timeout | memory_limit_exceeded
// idea: exec of a hand-made regular expression that always matches
const lying = /x/g;
lying.exec = () => ({ 0: "", index: 0, length: 1 });
return "abc".replace(lying, "").length;
