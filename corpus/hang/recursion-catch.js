// expect: timeout
// idea: overflows the stack and catches, without end
const dive = () => { try { dive(); } catch {} dive(); };
for (;;) { try { dive(); } catch {} }
