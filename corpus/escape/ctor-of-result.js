// expect: completed "guest"
// idea: constructor chain from a tool's result
const { result } = await tools.echo({ a: { b: [1] } });
return result.constructor === Object && result.details.a.b.constructor === Array && result.constructor.constructor === Function ? "guest" : "host";
