// expect: timeout | waiting | memory_limit_exceeded | failed
// idea: every timer arms two
await new Promise(() => { const fork = () => { setTimeout(fork); setTimeout(fork); }; fork(); });
