// expect: answer
// idea: bellard/quickjs#274: lengths at the edge of what a string holds
const outs = [];
for (const f of [() => "".padEnd(2 ** 30, "ab"), () => "x".repeat(2 ** 29), () => "x".repeat(2 ** 30), () => "ab".padStart(2147483620, "0"), () => "x".repeat(1 << 28).replaceAll("x", "yyyyyyyyyyyyyyyy"), () => Array(2 ** 25).join("0123456789012345678901234567890123"), () => "\u20ac".repeat(2 ** 28).toWellFormed()])
  { try { outs.push(f().length); } catch (error) { outs.push(error.message); } }
return outs.length;
