// expect: answer
// idea: species that returns the array itself, a frozen array or a proxy
const outs = [];
for (const answer of [(l) => l, () => Object.freeze([]), () => new Proxy([], {}), () => new Uint8Array(2), () => ({ length: -1 })]) {
  for (const method of ["map", "filter", "slice", "splice", "concat", "flat"]) {
    const list = [1, [2], 3];
    list.constructor = { [Symbol.species]: function () { return answer(list); } };
    try { outs.push(list[method]((x) => x).length); } catch (error) { outs.push(error.name); }
  }
}
return outs.length;
