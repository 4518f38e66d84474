// expect: completed "guest"
// idea: TypeScript's lowering must not reach outside names
namespace globalThis2 { export const x = 1; }
enum E { A = (() => typeof (globalThis as any).process)() as any }
return (E as any).A === "undefined" ? "guest" : "host";
