// expect: answer
// idea: template literals in template literals
// generated
return "return " + "`${".repeat(3000) + "1" + "}`".repeat(3000);
