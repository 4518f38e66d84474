// expect: timeout
// idea: the prelude's own encoder and decoder
const text = "\ud800x".repeat(1 << 16);
for (;;) new TextDecoder().decode(new TextEncoder().encode(text));
