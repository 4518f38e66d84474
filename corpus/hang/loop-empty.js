// expect: timeout
// idea: an endless loop, the first thing anyone tries
while (true) {}
