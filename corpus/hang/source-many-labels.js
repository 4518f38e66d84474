// expect: answer
// idea: labels are looked up one by one
// generated
return Array.from({ length: 3000 }, (_, i) => `l${i}:`).join("") + "for(;;);";
