// expect: answer
// idea: declarations are looked up one by one: quadratic scope analysis
// generated
return Array.from({ length: 30000 }, (_, i) => `let v${i}=${i};`).join("");
