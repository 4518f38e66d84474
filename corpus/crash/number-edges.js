// expect: answer
// idea: digits of numbers in every radix and precision
let n = 0;
for (const x of [5e-324, 1.7976931348623157e308, 1 / 3, -0, 2 ** 53, 1e21, 123456.789]) for (let d = 0; d <= 100; d++) {
  try { n += x.toFixed(d).length + x.toPrecision(d || 1).length + x.toExponential(d).length; } catch {}
  if (d >= 2 && d <= 36) n += x.toString(d).length + String(parseInt(x.toString(d), d)).length;
}
return n > 0;
