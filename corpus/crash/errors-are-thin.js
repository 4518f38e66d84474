// expect: answer
// idea: an error while an error is built, with almost no stack left
let deepest = 0;
const dive = (n) => { deepest = n; try { dive(n + 1); } catch (error) { try { String(error.stack); new Error("again", { cause: error }).stack; null.x; } catch {} throw error; } };
try { dive(0); } catch {}
return deepest > 10;
