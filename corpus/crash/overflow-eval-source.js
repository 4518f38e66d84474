// expect: answer
// idea: the engine's own parser on nested source, by Function and eval
const outs = [];
for (const text of ["(".repeat(50000) + "1" + ")".repeat(50000), "[".repeat(50000) + "]".repeat(50000), "{".repeat(50000) + "}".repeat(50000), "!".repeat(100000) + "1", "a=>".repeat(50000) + "1", "`${".repeat(20000) + "1" + "}`".repeat(20000), "1?".repeat(50000) + "1" + ":1".repeat(50000), "a.".repeat(100000) + "b", "-".repeat(1), "if(1)".repeat(50000) + ";", "async()=>".repeat(20000) + "1", "function f(){".repeat(5000) + "}".repeat(5000), "class A{[".repeat(5000), "({a:".repeat(30000), "a**".repeat(30000) + "1", "new ".repeat(50000) + "A", "x=".repeat(50000) + "1", "l:".repeat(5000) + ";", "x??".repeat(50000) + "1"])
  { try { new Function("return " + text); outs.push("ok"); } catch (error) { outs.push(error.name); } }
return outs.length;
