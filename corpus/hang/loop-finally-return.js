// expect: timeout
// idea: a stop must not be turned into a return value
const spin = () => { try { for (;;) {} } finally { return spin(); } };
return spin();
