// Dates as values, as keys of arithmetic and as invalid objects.
const date = new Date(Date.UTC(2024, 1, 28 + (me % 3), 23, 59, 58, 999));
const start = date.getTime();
const log = [date.toISOString()];
await ask("made");
date.setUTCSeconds(61);
log.push(date.toISOString());
date.setMonth(date.getMonth() + 11 + me);
await ask("moved");
log.push(date.toISOString(), date.getDay(), date.getTimezoneOffset(), JSON.stringify({ date }));
const invalid = new Date("not a date");
const texts = ["2020-02-30T00:00:00Z", "2021-07-04", "2021-07-04T10:20:30.5+05:30", "Tue, 03 Mar 2015 10:00:00 GMT"].map((text) => Date.parse(text));
await ask("parsed");
const span = new Date(2000, 0, me) - new Date(1970, 0, 1);
class Stamp extends Date { get year() { return this.getUTCFullYear() + me; } }
const stamp = new Stamp(0);
await ask("subclass");
let thrown;
try { invalid.toISOString(); } catch (error) { thrown = error.name; }
const year = new Date(-1e14 * me);
return { log, start, invalid: String(invalid), texts: texts.map(String), span, year: stamp.year, thrown, old: year.getUTCFullYear(), text: date.toUTCString(), primitive: typeof (date + 1), number: date[Symbol.toPrimitive]("number") };
