// expect: answer
// idea: templates in templates
// generated
return "return " + "`${".repeat(20000) + "1" + "}`".repeat(20000);
