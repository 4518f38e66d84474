// expect: answer
// idea: quickjs-ng#1297: the comparator shrinks the buffer at every possible moment
for (let at = 1; at < 40; at++) {
  const ab = new ArrayBuffer(256, { maxByteLength: 2560 });
  const view = new Uint8Array(ab).map((_, i) => 255 - i);
  const live = new Uint8Array(ab); live.set(view); live[255] = 0;
  let n = 0;
  live.sort((a, b) => { if (++n === at * 37) ab.resize(10); return a - b; });
}
return "alive";
