// expect: timeout
// idea: the final value's keys never come
return new Proxy({}, { ownKeys() { for (;;) {} } });
