// expect: completed "guest"
// idea: decorators get guest values only
const seen: any[] = [];
const d = (...args: any[]) => { seen.push(...args); };
class A { @d m() {} }
return seen.every((x) => typeof x !== "object" || x === null || Object.getPrototypeOf(x) === Object.prototype || x === A.prototype) ? "guest" : "host";
