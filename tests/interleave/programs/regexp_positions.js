// Regular expressions with a position: global, sticky, look-around, indices, iterators half way.
const text = "2019-03 x 2020-11 y 2024-0" + me + " z 1999-12";
const dates = /(?<year>\d{4})-(?<month>\d{2})/dgu;
const first = dates.exec(text);
await ask("one match in");
const second = dates.exec(text);
const positions = [dates.lastIndex, second.indices.groups.month, first.groups.year];
const sticky = /\s*([a-z]+|\d+|[-+*])/y;
const source = "alpha + 12*beta -  7";
const tokens = [];
for (let token; (token = sticky.exec(source)); ) {
  tokens.push(token[1], sticky.lastIndex);
  if (tokens.length % 4 === 0) await ask(tokens.length);
}
const walker = "a1b22c333d4444".matchAll(/([a-z])(\d+)/g);
walker.next();
await ask("walker parked");
const parked = walker.next().value;
const behind = "price: $42, €17, $" + me + ", 99".replace(/(?<!\d)9/g, "<9>");
const look = [behind.match(/(?<=\$)\d+/g), behind.match(/\b\d+(?!\d|,)/g), "aXbXc".split(/(?<=X)/)];
await ask("look-around");
const back = /^(?<q>['"])(.*?)\k<q>$/s.exec("'multi\nline " + me + "'");
const replaced = "John Smith".replace(/(?<f>\w+)\s(?<l>\w+)/, "$<l>, $<f> [$&] [$`] [$'] $$ $1");
const fold = "ſtraße K".replace(/[\w-]+/giu, (match, offset) => offset + ":" + match.length);
const walkerRest = [...walker].map((match) => match[2]);
return { positions, tokens, parked: [parked[0], parked.index], walkerRest, look, back: back[2], replaced, fold, last: sticky.lastIndex, source: dates.source, flags: dates.flags };
