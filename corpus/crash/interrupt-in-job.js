// expect: timeout
// idea: rquickjs#663, #664: a stop in the middle of a pending job, then disposal
const storm = async (n) => { for (let i = 0; ; i++) { await Promise.all([n, storm2(i)]); } };
const storm2 = async (n) => { await null; return [n, () => n]; };
await Promise.all([storm(1), storm(2), storm(3)]);
