// expect: completed "guest"
// idea: constructor chain from a plugin's namespace, where there is one
if (typeof Plug === "undefined") return "guest";
return Object.getPrototypeOf(Plug) === null && Plug.list.constructor === Array && Plug.echo.constructor === Function && Object.isFrozen(Plug.inner) ? "guest" : "host";
