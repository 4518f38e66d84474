// expect: timeout
// idea: base64 of megabytes
const text = "x".repeat(3 << 20);
for (;;) atob(btoa(text));
