// expect: waiting
// idea: the reason of a yield is text for the host
await yield_control({ toJSON: () => ({ __proto__: null, a: 1 }), process: 1 });
