// expect: completed {"keep":1}
// idea: functions and symbols inside an argument are left out
return await tools.callValue("echo", { f() {}, [Symbol.iterator]: 1, s: undefined, keep: 1 });
