// expect: timeout
// idea: the loop is in a timer's callback
await new Promise(() => setTimeout(() => { for (;;) {} }, 1));
