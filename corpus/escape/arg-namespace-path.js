// expect: completed "guest"
// idea: namespace paths cannot be forged by prototypes
if (typeof Plug === "undefined") return "guest";
const out = await Plug.echo({ x: 1 });
return out.x === 1 && Plug.constructor === undefined && Plug.inner.__proto__ === undefined ? "guest" : "host";
