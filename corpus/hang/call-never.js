// expect: waiting
// idea: a tool that never answers is not a hang of the guest
return await tools.never({});
