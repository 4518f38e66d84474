// expect: completed "guest"
// idea: constructor chain from a convenience function
const F = tools.echo.constructor;
return F === Function && F("return typeof process")() === "undefined" ? "guest" : "host";
