// expect: internal_error RangeError
// idea: a trap that asks itself
const p = new Proxy({}, { get: (_, key, self) => self[key] });
return p.x;
