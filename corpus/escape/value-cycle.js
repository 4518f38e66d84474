// expect: completed "[object Object]"
// idea: a cycle as the final value
const a = {}; a.a = a;
return a;
