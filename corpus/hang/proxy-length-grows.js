// expect: timeout
// idea: length grows with each look
return Array.prototype.every.call(new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 53 - 1 : 1), has: () => true }), () => true);
