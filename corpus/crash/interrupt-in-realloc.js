// expect: timeout
// idea: a stop inside the allocator
let n = 0;
for (;;) { const ab = new ArrayBuffer(1, { maxByteLength: 1 << 22 }); for (let i = 1; i < 1 << 22; i += 65521) ab.resize(i); n++; }
