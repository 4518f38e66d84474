// JSON both ways with revivers, replacers, toJSON, indentation, raw numbers, deep nesting.
const source = '{"a":[1,-0,1e21,0.1],"b":{"c":"\\u00e9\\ud83d\\ude00\\n"},"__proto__":{"x":1},"big":12345678901234567890}';
const parsed = JSON.parse(source);
const raws = [];
JSON.parse(source, (key, value, context) => { if (typeof value === "number") raws.push(key + "=" + context?.source); return value; });
await ask("parsed");
const revived = JSON.parse('[{"$date":0},{"$set":[1,2]}]', (key, value) => (value?.$date !== undefined ? new Date(value.$date + me) : value?.$set ? new Set(value.$set) : value));
const money = { amount: 5 + me, toJSON(key) { return "money:" + key + ":" + this.amount; } };
const texts = [JSON.stringify({ money, list: [money, undefined, () => 1], d: new Date(0), n: [NaN, -0], [Symbol("s")]: 1, u: undefined })];
await ask("written");
texts.push(JSON.stringify(parsed, ["a", "b", "c"], 2), JSON.stringify({ k: "v", n: [1] }, (key, value) => (typeof value === "number" ? value * me : value), "--"), JSON.stringify("\u2028\ud800\u007f\""), JSON.stringify({ n: JSON.rawJSON("1e1000") }));
let deep = me;
for (let i = 0; i < 300; i++) deep = i % 2 ? [deep] : { deep };
const round = await ask(deep);
const errors = [];
const loop = {};
loop.loop = loop;
for (const bad of [() => JSON.parse("{bad"), () => JSON.stringify(loop), () => JSON.stringify(1n), () => JSON.parse('"\u0001"')]) { try { bad(); } catch (error) { errors.push(error.name); } }
const rows = Array.from({ length: 300 }, (_, i) => ({ id: i, tags: ["t" + (i % 5), me] }));
const back = await ask(rows);
return { parsed: [Object.is(parsed.a[1], -0), parsed.b.c, Object.hasOwn(parsed, "__proto__"), parsed.big], raws, revived: [revived[0].getTime(), [...revived[1]]], texts, same: JSON.stringify(round) === JSON.stringify(deep), errors, back: back.length, tag: back[7].tags };
