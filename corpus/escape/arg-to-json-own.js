// expect: completed {"kept":1}
// idea: toJSON of an argument is the guest's business
return await tools.callValue("echo", { toJSON: () => ({ kept: 1 }) });
