// expect: answer
// idea: closures that capture from far outside: quadratic in the engine's resolver
// generated
return Array.from({ length: 3000 }, (_, i) => `const c${i}=()=>c${i}+c0;`).join("") + "for(;;);";
