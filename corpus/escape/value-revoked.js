// expect: failed
// idea: a revoked proxy as the final value
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
return proxy;
