// expect: answer
// idea: a disposer disposes, moves and fills its own stack
const stack = new DisposableStack();
let moved;
stack.defer(() => { try { stack.dispose(); } catch {} try { moved = stack.move(); } catch {} try { stack.defer(() => {}); } catch {} });
stack.defer(() => { for (let i = 0; i < 1000; i++) { try { stack.use({ [Symbol.dispose]() {} }); } catch {} } });
try { stack.dispose(); } catch (error) { return error.name; }
return stack.disposed;
