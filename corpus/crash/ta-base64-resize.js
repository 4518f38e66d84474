// expect: answer
// idea: setFromBase64 and toBase64 with options that shrink the buffer
const ab = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 16 });
const view = new Uint8Array(ab);
try { view.setFromBase64("A".repeat(80000), { get alphabet() { ab.resize(1); return "base64"; } }); } catch {}
try { ab.resize(1 << 16); view.toBase64({ get omitPadding() { ab.resize(0); return true; } }); } catch {}
try { ab.resize(1 << 16); view.setFromHex("00".repeat(70000)); } catch {}
return "alive";
