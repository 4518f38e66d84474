// expect: timeout | waiting
// idea: calls without end, each awaited
for (;;) await tools.echo({});
