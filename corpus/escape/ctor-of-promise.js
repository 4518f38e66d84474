// expect: completed "guest"
// idea: constructor chain from a call's promise
const p = tools.echo({});
return p.constructor === Promise && Object.getPrototypeOf(p) === Promise.prototype && (await p) && p.constructor.constructor === Function ? "guest" : "host";
