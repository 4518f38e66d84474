// expect: timeout | waiting
// idea: timers of no delay that arm themselves
await new Promise(() => { const again = () => { setTimeout(again, 0); }; again(); });
