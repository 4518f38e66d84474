// expect: answer
// idea: template literal types in template literal types
// generated
return "type T = " + "`${".repeat(2000) + "1" + "}`".repeat(2000) + "; return 1";
