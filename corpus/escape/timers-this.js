// expect: completed true
// idea: what a timer's callback sees as this
return await new Promise((resolve) => setTimeout(function () { resolve(this === undefined); }, 0));
