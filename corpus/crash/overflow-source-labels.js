// expect: answer
// idea: labels on labels
// generated
return Array.from({ length: 20000 }, (_, i) => `l${i}:`).join("") + ";";
