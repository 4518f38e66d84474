// expect: completed "h\u00e9"
// idea: encoders with replaced prototypes
for (const key of Object.getOwnPropertyNames(String.prototype)) if (key !== "constructor") { try { String.prototype[key] = () => { throw new Error("hook"); }; } catch {} }
globalThis.btoa = globalThis.atob = globalThis.escape = globalThis.unescape = globalThis.encodeURIComponent = globalThis.decodeURIComponent = () => "stolen";
return new TextDecoder().decode(new TextEncoder().encode("h\u00e9"));
