// expect: completed "guest"
// idea: exec and symbols of RegExp.prototype replaced
for (const key of Reflect.ownKeys(RegExp.prototype)) { try { Object.defineProperty(RegExp.prototype, key, { value: () => { throw new Error("hook"); } }); } catch {} }
await tools.search("echo files");
await API.read("mcp/index.d.ts");
try { await tools.fail({}); } catch {}
return "guest";
