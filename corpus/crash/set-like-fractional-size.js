// expect: completed "alive"
// idea: quickjs-ng#1731, fixed after 0.16.2: set-likes of odd sizes
for (const size of [-0.5, -0.9, -0, 0.5, 2 ** 53, Infinity, NaN, -1, -Infinity, { valueOf: () => 1 }, "2"]) for (const method of ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"]) { try { new Set([1, {}, "x"])[method]({ size, has: () => false, keys: () => [1, 2, 3, 4].values() }); } catch {} }
return "alive";
