// expect: completed "settled"
// idea: a call kept beyond the cell: its answer goes nowhere
globalThis.leaked = tools.slow({});
return "settled";
