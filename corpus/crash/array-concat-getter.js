// expect: completed "alive"
// idea: concat while a getter on an element changes the array
const list = [1, 2, 3];
Object.defineProperty(list, 1, { get() { list.length = 1; list[5] = {}; return 9; } });
for (let i = 0; i < 100; i++) [0].concat(list, list);
return "alive";
