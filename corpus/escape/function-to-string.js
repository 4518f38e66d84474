// expect: completed "guest"
// idea: the source of native and prelude functions
const texts = [tools.search, text, console.log, setTimeout, structuredClone, TextEncoder, TextDecoder.prototype.decode].map((f) => Function.prototype.toString.call(f));
return texts.every((t) => !/host|pending|request\(|QUERY|invoke/.test(t)) ? "guest" : texts;
