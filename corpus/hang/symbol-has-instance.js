// expect: timeout
// idea: instanceof asks the guest
return {} instanceof { [Symbol.hasInstance]() { for (;;) {} } };
