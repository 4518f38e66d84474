// expect: completed "guest"
// idea: constructor chains from a function of the realm
const F = (() => {}).constructor;
return F("return typeof process + typeof require + typeof module + typeof Buffer + typeof fetch")() === "undefined".repeat(5) ? "guest" : "host";
