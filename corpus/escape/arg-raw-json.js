// expect: completed "guest"
// idea: JSON.rawJSON cannot put anything but JSON into an argument
try { return (await tools.callValue("echo", { n: JSON.rawJSON("123456789012345678901234567890") })).n > 1e29 ? "guest" : "lost"; } catch { return "guest"; }
