// expect: answer
// idea: types that nest without brackets: arrays, unions, conditionals, functions
// generated
return "type A = " + "keyof ".repeat(60000) + "1; return 1";
