// expect: answer
// idea: arguments at the cell's top level shows nothing of the wrapper
return typeof arguments === "undefined" ? [] : Array.from(arguments);
