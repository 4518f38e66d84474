// expect: answer
// idea: dates out of range, hostile strings for the parser
let n = 0;
for (const text of ["+275760-09-13T00:00:00.000Z", "-271821-04-20T00:00:00Z", "x".repeat(100000), "2024-13-45T99:99:99.999999999999999+99:99", "Jan ".repeat(10000), "(".repeat(50000), "1/".repeat(10000), "\u0000", "2024-01-01T00:00:00." + "9".repeat(10000) + "Z"]) n += Number.isNaN(Date.parse(text)) ? 0 : 1;
for (const t of [8.64e15, -8.64e15, 8.64e15 + 1, NaN, 2 ** 63]) { const d = new Date(t); d.setUTCFullYear(1e9); d.setMonth(-1e9); try { d.toISOString(); } catch {} d.toString(); d.toLocaleString(); }
return n;
