// expect: completed
// idea: generators as the final value
return (async function* () { yield 1; })();
