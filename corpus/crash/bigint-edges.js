// expect: answer
// idea: quickjs-ng#1018, CVE-2025-62490 and friends: digits, radixes and shifts at their limits
const outs = [];
for (const f of [() => BigInt("0x" + "f".repeat(300000)), () => BigInt("9".repeat(1000)).toString(36), () => (1n << 1048576n), () => (1n << 1048575n).toString(2).length, () => -(2n ** 63n), () => BigInt.asIntN(2 ** 53 - 1, -1n), () => BigInt.asUintN(0, 5n), () => (-1n) >> 99999999999999999999n, () => 1n << -99999999999999999999n, () => 0n ** 0n, () => (2n ** 64n) % -3n, () => BigInt("-0b1"), () => BigInt(1e300).toString(3).length])
  { try { outs.push(typeof f()); } catch (error) { outs.push(error.name); } }
return outs;
