// expect: answer
// idea: dotted namespaces nest
// generated
return "namespace a" + ".a".repeat(20000) + " {} return 1";
