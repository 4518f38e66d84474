// expect: completed "guest"
// idea: keys that look like the wire format
const key = '"},{"kind":9,"id":1,"payload":"';
const out = await tools.callValue("echo", { [key]: 1, "\u0000": 2, "": 3 });
return out[key] === 1 && out[""] === 3 ? "guest" : "host";
