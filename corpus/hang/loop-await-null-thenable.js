// expect: timeout
// idea: thenables that call back at once, for ever
const soon = { then(resolve) { resolve(soon); } };
return await soon;
