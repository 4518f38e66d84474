// expect: answer
// idea: compile() replaces the byte code that is being matched
const re = /(a+)(b)?/g;
const text = { toString() { re.compile("(x)(y)(z)(w)".repeat(20)); return "aab"; } };
for (let i = 0; i < 50; i++) { re.compile("(a+)(b)?", "g"); try { re.exec(text); re[Symbol.replace](text, () => { re.compile("q".repeat(100)); return "r"; }); } catch {} }
return "alive";
