// Integers of a few to a few thousand digits across suspensions.
let n = 3n ** 500n + BigInt(me);
const small = -(2n ** 63n);
await ask("grown");
n = n * n - 1n;
const digits = n.toString();
await ask(digits.length);
const parts = [n % 1000000007n, n / 10n ** 400n % 997n, n >> 1500n, (n ^ (n << 3n)) & 0xffffffffn, -n / 7n % 13n];
const wrapped = [BigInt.asIntN(64, n), BigInt.asUintN(65, -5n), BigInt.asIntN(8, 200n), small - 1n];
const power = (base, exponent, modulus) => {
  let result = 1n;
  for (base %= modulus; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
};
const prime = 2n ** 127n - 1n;
const half = power(5n, prime >> 1n, prime);
await ask("half way");
const whole = power(half, 2n, prime);
let factorial = 1n;
for (let i = 1n; i <= 60n; i++) {
  factorial *= i;
  if (i % 20n === 0n) await ask(String(i));
}
const mixed = [10n > 9, 2n == 2, [3n, 1, 2n].sort().map(String), typeof Object(1n), BigInt("0b1011"), BigInt(Number.MAX_SAFE_INTEGER) + 2n];
let refused;
try { n + 1; } catch (error) { refused = error.name; }
return { digits: digits.slice(0, 40) + digits.slice(-40), parts: parts.map(String), wrapped: wrapped.map(String), whole: String(whole), factorial: String(factorial), mixed: mixed.map(String), refused, hex: n.toString(36).slice(-30) };
