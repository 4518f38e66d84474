// The v flag, Unicode properties, case folding, captures in split and functions in replace.
const letters = /[\p{Script=Greek}--[α-γ]]/v;
const emoji = /^\p{Emoji_Presentation}+$/v;
const both = /[\p{L}&&[a-zà-ý]]+/gv;
const strings = /[\q{abc|d|}x]/v;
await ask("compiled");
const tests = ["α", "δ", "a"].map((letter) => letters.test(letter)).concat(emoji.test("😀🎉"), emoji.test("a"), strings.exec("zabc")?.[0]);
const walk = ("Été à la Plage " + me).matchAll(both);
walk.next();
await ask("set iterator parked");
const rest = [...walk].map((match) => match[0] + "@" + match.index);
const split = "one1two22three".split(/(\d)(\d)?/);
const upper = /\p{Lu}/gu;
const counts = {};
"Ab ÉÇ Жж ǅ".replace(upper, (match) => { counts[match] = (counts[match] ?? 0) + me; return match; });
await ask(counts);
const modifiers = /(?i:ab)c/.test("ABc") && !/(?i:ab)c/.test("ABC");
const duplicate = /(?<y>\d{4})-x|y-(?<y>\d\d)/.exec("y-" + (10 + me)).groups.y;
const escaped = new RegExp(RegExp.escape("a.b*c" + me)).test("a.b*c" + me);
const lazy = new RegExp("(" + ["x+?", "y{2,}", "z*"].join("|") + ")+w", "g");
lazy.test("xxyyyzzw");
await ask(lazy.lastIndex);
let bad;
try { new RegExp("(?<a>x)(?<a>y)"); } catch (error) { bad = error.name; }
return { tests, rest, split, counts, modifiers, duplicate, escaped, last: lazy.lastIndex, again: lazy.test("xxyyyzzw"), bad };
