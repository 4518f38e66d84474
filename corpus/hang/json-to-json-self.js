// expect: timeout | memory_limit_exceeded | failed
// idea: toJSON answers with a fresh object that has one too
class Again { toJSON() { return [new Again()]; } }
return new Again();
