// expect: answer
// idea: a getter of the final value calls a tool
return { get a() { tools.echo({ late: 1 }); return 1; } };
