// expect: memory_limit_exceeded | timeout
// idea: out of memory while buffers are resized and transferred
// with: memoryLimitBytes=2097152
const keep = [];
for (let i = 1; ; i++) { const ab = new ArrayBuffer(1000, { maxByteLength: 1 << 20 }); ab.resize(1000 * (i % 50)); keep.push(ab.transfer(2000 * (i % 20))); }
