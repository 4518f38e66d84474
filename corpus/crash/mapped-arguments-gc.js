// expect: answer
// idea: quickjs-ng#1400: uninitialised links of mapped arguments while the collector runs
const churn = () => { for (let i = 0; i < 20000; i++) { const a = {}; a.a = a; } };
const sloppy = new Function("churn", "function f(a, b) { const all = arguments; churn(); a = 2; delete all[1]; all.length = 9; churn(); return [all[0], () => all, () => a]; } return f(1, 2, 3);");
const [first, , second] = sloppy(churn);
churn();
return [first, second()];
