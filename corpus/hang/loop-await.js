// expect: timeout
// idea: an endless loop that awaits each time: microtasks only
for (;;) await 0;
