// expect: timeout | waiting | failed
// idea: yields without waiting for any
for (;;) yield_control("again");
