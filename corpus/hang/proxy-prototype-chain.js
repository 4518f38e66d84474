// expect: timeout | failed
// idea: a prototype that answers with ever new proxies
const again = () => new Proxy({}, { getPrototypeOf: again });
return Object.prototype.isPrototypeOf.call({}, again());
