// expect: completed ["TypeError","TypeError","TypeError"]
// idea: a running generator is driven by what it calls
const names = [];
function* g() { for (const drive of ["next", "return", "throw"]) { try { it[drive](1); } catch (error) { names.push(error.name); } } }
const it = g();
it.next();
return names;
