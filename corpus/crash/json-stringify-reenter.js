// expect: answer
// idea: toJSON and replacers that tear the value down
const value = { list: [{}, {}, {}], toJSON() { delete this.list; return { a: value2, b: value2 }; } };
const value2 = { toJSON() { value2.toJSON = 1; for (const k of Object.keys(value2)) delete value2[k]; return [value]; } };
try { JSON.stringify(value); } catch {}
const wide = Array.from({ length: 100 }, (_, i) => ({ i }));
JSON.stringify(wide, (key, item) => { wide.length = 1; return item; }, { toString() { return ""; } });
return "alive";
