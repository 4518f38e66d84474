// expect: completed "guest"
// idea: ALL_TOOLS cannot be replaced by another getter
const ok = Reflect.defineProperty(globalThis, "ALL_TOOLS", { get: () => [{ id: "x" }] });
return ok === false && ALL_TOOLS.length > 1 ? "guest" : "host";
