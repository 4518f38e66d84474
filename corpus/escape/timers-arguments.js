// expect: completed ["a",{"b":1}]
// idea: arguments of timers, and text for callbacks is refused
try { setTimeout("globalThis.process", 0); return "accepted"; } catch {}
return await new Promise((resolve) => setTimeout((...args) => resolve(args), 0, "a", { b: 1 }));
