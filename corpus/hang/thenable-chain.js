// expect: timeout
// idea: every thenable resolves to a fresh one
const make = () => ({ then: (resolve) => resolve(make()) });
return await make();
