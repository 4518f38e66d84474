// Text to bytes and back, base64 both ways, a decoder that sleeps in the middle of a character.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const source = "naïve 😀 漢字 " + me;
const bytes = encoder.encode(source);
const into = new Uint8Array(11);
const written = encoder.encodeInto(source, into);
await ask("encoded");
const whole = decoder.decode(bytes);
const streaming = new TextDecoder("utf-8");
let pieces = "";
for (let i = 0; i < bytes.length; i += 3) {
  pieces += streaming.decode(bytes.subarray(i, i + 3), { stream: true });
  if (i % 9 === 0) await ask("cut at " + i);
}
pieces += streaming.decode();
const broken = decoder.decode(new Uint8Array([65, 0xff, 0xe2, 0x82, 66]));
let fatal;
try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xc0])); } catch (error) { fatal = error.name; }
const base = btoa("binary\x00\xff" + me);
await ask(base);
const plain = atob(base);
let wide;
try { btoa("€"); } catch (error) { wide = error.name; }
const modern = [bytes.toBase64(), bytes.toHex(), Uint8Array.fromBase64(base).length, Uint8Array.fromHex("0a0b").join()];
await ask("base64");
return { length: bytes.length, written, into: [...into], whole: whole === source, pieces: pieces === source, broken, fatal, base, plain: [...plain].map((c) => c.charCodeAt(0)), wide, modern, encoding: [encoder.encoding, decoder.encoding], uri: decodeURIComponent(encodeURIComponent(source)) === source };
