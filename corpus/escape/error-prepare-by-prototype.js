// expect: completed "guest"
// idea: the hook set on prototypes and by accessor
let hit = 0;
for (const o of [Error.prototype, Function.prototype, Object.prototype]) Object.defineProperty(o, "prepareStackTrace", { configurable: true, get() { hit++; return undefined; } });
try { null.x; } catch (error) { String(error.stack); }
try { await tools.fail({}); } catch (error) { String(error.stack); }
for (const o of [Error.prototype, Function.prototype, Object.prototype]) delete o.prepareStackTrace;
return hit === 0 ? "guest" : "guest";
