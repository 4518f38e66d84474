// expect: completed "guest"
// idea: the constructors that have no global name: async, generator, async generator
const kinds = [async () => {}, function* () {}, async function* () {}].map((f) => Object.getPrototypeOf(f).constructor);
const found = [await kinds[0]("return typeof process")(), kinds[1]("yield typeof require")().next().value, (await kinds[2]("yield typeof module")().next()).value];
return found.every((type) => type === "undefined") ? "guest" : found;
