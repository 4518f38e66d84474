// Doubles in every notation, rounding, bit twiddling, a generator of its own.
const values = [0.1 + 0.2, -0, 5e-324, 1.7976931348623157e308, 123456789.123456789, 1e21, 1e-7, 2 ** 53 + 1, me / 3, NaN];
let state = me * 2654435761;
const draw = () => { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; return state >>> 0; };
const drawn = Array.from({ length: 20 }, draw);
await ask(values.slice(0, 9));
const shown = values.map((v) => [String(v), v.toFixed(3), v.toExponential(4), v.toPrecision(6), v.toString(2).length, v.toString(36)]);
drawn.push(...Array.from({ length: 20 }, draw));
await ask("shown");
const functions = ["sin", "cos", "tan", "exp", "log", "log1p", "expm1", "cbrt", "atan", "sinh", "fround", "clz32", "sign", "trunc"].map((name) => Math[name](values[8] + 0.25));
const many = [Math.hypot(3, 4, me), Math.max(...drawn), Math.imul(drawn[0], drawn[1]), Math.atan2(-0, -1), Math.pow(2, 0.5), Math.sumPrecise([1e20, 0.1, -1e20])];
await ask("computed");
const parsed = ["0x1f", "0b101", " 12 ", "1e3", "1_0", "", "Infinity", "0x", ".5", "5."].map(Number);
const loose = [parseInt("12px"), parseInt("z" + me, 36), parseFloat("3.14abc"), parseInt("-0x1F"), Number.parseFloat("-.5e-2")];
const bits = [5 & -2, ~me, -7 >> 1, -7 >>> 28, 1 << 31, 2 ** 32 | 0, (2 ** 40 + me) & 0xff];
let sum = 0, carry = 0;
for (let i = 1; i <= 2000; i++) { const y = 1 / (i * me) - carry; const t = sum + y; carry = t - sum - y; sum = t; if (i % 900 === 0) await ask(i); }
drawn.push(draw());
return { shown, drawn: drawn.at(-1), functions, many, parsed: parsed.map(String), loose, bits, sum, compare: [null >= 0, "10" < "9", [2] > 1, NaN !== NaN, Object.is(-0, 0)], safe: Number.isSafeInteger(2 ** 53 - me) };
