// expect: failed
// idea: the control tools are not callable from inside
return await tools.call("exec", { code: "return 1" });
