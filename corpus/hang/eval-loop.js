// expect: timeout | failed
// idea: compiles without end
for (let i = 0; ; i++) new Function(`return ${i}` + "+1".repeat(1000));
