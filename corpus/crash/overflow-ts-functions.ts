// expect: answer
// idea: function types nest to the right
// generated
return "type A = " + "() => ".repeat(60000) + "1; return 1";
