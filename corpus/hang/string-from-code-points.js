// expect: timeout
// idea: spreads of long strings into calls
for (;;) String.fromCodePoint(...Array(10000).fill(0x1f600));
