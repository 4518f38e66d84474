// Buffers that grow, shrink, move and detach while views of them sleep.
const buffer = new ArrayBuffer(16, { maxByteLength: 4096 });
const tracking = new Uint8Array(buffer);
const fixed = new Uint8Array(buffer, 4, 8);
const tail = new Uint16Array(buffer, 8);
const view = new DataView(buffer, 2);
tracking.set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, me]);
const lengths = () => [buffer.byteLength, tracking.length, fixed.length, tail.length];
const steps = [lengths()];
await ask("small");
buffer.resize(1024);
tracking[1023] = me;
steps.push(lengths());
const walk = tracking.values();
for (let i = 0; i < 15; i++) walk.next();
await ask("grown");
buffer.resize(10);
steps.push(lengths());
await ask("shrunk: fixed is out of bounds");
let outside;
try { fixed.fill(0); } catch (error) { outside = error.name; }
buffer.resize(64);
steps.push(lengths(), [...fixed], view.byteLength);
const resumed = walk.next().value;
await ask("grown again");
const moved = buffer.transfer(128);
moved.resize(2048);
const dead = [buffer.detached, tracking.length, moved.resizable, moved.maxByteLength];
let detached;
try { view.getInt8(0); } catch (error) { detached = error.name; }
await ask("moved");
const rigid = moved.transferToFixedLength();
const copy = rigid.slice(0, 20);
await ask("rigid");
return { steps, outside, detached, resumed, dead, rigid: [rigid.resizable, rigid.byteLength, moved.detached], copy: [...new Uint8Array(copy)] };
