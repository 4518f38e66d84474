// expect: completed "guest"
// idea: tools named constructor, then and toString
return typeof tools.constructor !== "function" || tools.constructor === undefined || (await tools.callValue("constructor", { a: 1 })).a === 1 ? "guest" : "host";
