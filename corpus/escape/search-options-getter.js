// expect: completed "guest"
// idea: options whose limit is another number each time
let n = 0;
await tools.search("echo", { get limit() { return n++ ? -1 : 3; } });
return n === 1 ? "guest" : "asked twice";
