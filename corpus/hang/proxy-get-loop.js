// expect: timeout
// idea: a trap that never ends
return new Proxy({}, { get() { for (;;) {} } }).x;
