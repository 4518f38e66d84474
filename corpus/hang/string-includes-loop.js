// expect: timeout
// idea: a slow builtin in a loop
const hay = "ab".repeat(1 << 20);
for (;;) hay.includes("abb");
