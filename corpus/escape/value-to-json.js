// expect: completed {"kept":1}
// idea: toJSON of the final value
return { toJSON: () => ({ kept: 1 }) };
