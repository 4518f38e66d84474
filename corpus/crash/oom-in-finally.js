// expect: memory_limit_exceeded | timeout | completed
// idea: no memory in catch, finally and disposers
// with: memoryLimitBytes=2097152
const fill = [];
const more = () => { for (;;) fill.push(new Array(100).fill({})); };
const stack = new DisposableStack();
for (let i = 0; i < 50; i++) stack.defer(() => more());
try { try { more(); } finally { try { more(); } catch { stack.dispose(); } } } catch (error) { return error.name; }
