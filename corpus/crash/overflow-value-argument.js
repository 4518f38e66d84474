// expect: answer
// idea: an argument nested 5,000 deep: the host parses it
let a = 1;
for (let i = 0; i < 5000; i++) a = [a];
await tools.echo(a);
return "alive";
