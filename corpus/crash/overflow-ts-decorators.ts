// expect: answer
// idea: decorators with nested expressions
// generated
return "const d = () => () => {}; class A { " + "@d() ".repeat(20000) + "m() {} } return 1";
