// TextEncoder and TextDecoder (UTF-8, UTF-16LE), after the WHATWG Encoding Standard.

// Between a string whose units are bytes and UTF-8, and between such a string and a typed array, the
// engine's own URI and Base64 functions do in C what a loop here would do a hundred times slower.
const legacyEscape = escape;
const legacyUnescape = unescape;
const uriEncode = encodeURIComponent;
const uriDecode = decodeURIComponent;
const base64Encode = btoa;
const base64Decode = atob;
const bytesFromBase64 = Uint8Array.fromBase64;
const bytesToBase64 = Uint8Array.prototype.toBase64;

const encodeUtf8 = (text) =>
  invoke(bytesFromBase64, Uint8ArrayCtor, base64Encode(legacyUnescape(uriEncode(text))));

// The text of well-formed UTF-8, else undefined.
const decodeUtf8 = (bytes) => {
  try {
    return uriDecode(legacyEscape(base64Decode(invoke(bytesToBase64, bytes))));
  } catch {
    return undefined;
  }
};

// Writes well-formed `text` as UTF-8 from its start; stops before a character that does not fit.
const writeUtf8 = (text, bytes, room) => {
  const length = text.length;
  let read = 0;
  let written = 0;
  while (read < length) {
    let code = invoke(stringCharCodeAt, text, read);
    const units = code >= 0xd800 && code <= 0xdbff ? 2 : 1;
    if (units === 2) code = 0x10000 + ((code - 0xd800) << 10) + (invoke(stringCharCodeAt, text, read + 1) - 0xdc00);
    const size = utf8Size(code);
    if (written + size > room) break;
    if (size === 1) bytes[written] = code;
    else {
      bytes[written] = ((0xf00 >> size) & 0xff) | (code >> (6 * (size - 1)));
      for (let i = 1; i < size; i++) bytes[written + i] = 0x80 | ((code >> (6 * (size - 1 - i))) & 0x3f);
    }
    read += units;
    written += size;
  }
  return { read, written };
};

const utf8Size = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

class TextEncoder {
  get encoding() {
    return "utf-8";
  }
  encode(input) {
    return encodeUtf8(input === undefined ? "" : invoke(stringToWellFormed, StringCtor(input)));
  }
  encodeInto(source, destination) {
    if (!arrayBufferIsView(destination) || invoke(typedArrayTag, destination) !== "Uint8Array")
      throw new TypeErrorCtor("encodeInto needs a Uint8Array");
    return writeUtf8(invoke(stringToWellFormed, StringCtor(source)), destination, invoke(typedArrayLength, destination));
  }
}

const bytesOf = (input) => {
  if (input === undefined) return new Uint8ArrayCtor(0);
  if (arrayBufferIsView(input)) {
    if (invoke(typedArrayTag, input) === undefined)
      return new Uint8ArrayCtor(invoke(dataViewBuffer, input), invoke(dataViewOffset, input), invoke(dataViewBytes, input));
    return new Uint8ArrayCtor(
      invoke(typedArrayBuffer, input),
      invoke(typedArrayOffset, input),
      invoke(typedArrayBytes, input),
    );
  }
  if (isObject(input) && passes(arrayBufferBytes, input)) return new Uint8ArrayCtor(input);
  throw new TypeErrorCtor("decode needs an ArrayBuffer or a view of one");
};

const encodingOf = (label) => {
  const name = invoke(stringToLowerCase, invoke(stringTrim, label));
  switch (name) {
    case "utf-8":
    case "utf8":
    case "unicode-1-1-utf-8":
      return "utf-8";
    case "utf-16le":
    case "utf-16":
    case "ucs-2":
    case "unicode":
    case "iso-10646-ucs-2":
      return "utf-16le";
    default:
      throw new RangeErrorCtor('The encoding "' + clip(name, NAME_LIMIT) + '" is not supported; utf-8 and utf-16le are.');
  }
};

const CHUNK = 1024; // code units given to String.fromCharCode at once

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  // What a stream carries from one call to the next.
  #started = false;
  #needed = 0; // bytes still to come for the character under way
  #code = 0;
  #lower = 0x80;
  #upper = 0xbf;
  #lead = -1; // UTF-16: a lead surrogate without its partner
  #half = -1; // UTF-16: the first byte of a unit

  constructor(label, options) {
    this.#encoding = encodingOf(label === undefined ? "utf-8" : StringCtor(label));
    this.#fatal = isPresent(options) && !!options.fatal;
    this.#ignoreBOM = isPresent(options) && !!options.ignoreBOM;
  }
  get encoding() {
    return this.#encoding;
  }
  get fatal() {
    return this.#fatal;
  }
  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  decode(input, options) {
    const stream = isPresent(options) && !!options.stream;
    const bytes = bytesOf(input);
    let text = "";
    if (!stream && !this.#started && this.#needed === 0 && this.#encoding === "utf-8") {
      const whole = decodeUtf8(bytes);
      if (whole !== undefined)
        return !this.#ignoreBOM && whole[0] === "\ufeff" ? invoke(stringSlice, whole, 1) : whole;
    }
    let units = bareList();
    let n = 0;
    const put = (unit) => {
      if (!this.#started) {
        this.#started = true;
        if (unit === 0xfeff && !this.#ignoreBOM) return;
      }
      units[n++] = unit;
      if (n === CHUNK) {
        text += reflectApply(stringFromCharCode, undefined, units);
        units = bareList();
        n = 0;
      }
    };
    const broken = () => {
      if (this.#fatal) {
        this.#reset();
        throw new TypeErrorCtor("The encoded data was not valid " + this.#encoding + ".");
      }
      put(0xfffd);
    };
    if (this.#encoding === "utf-8") this.#utf8(bytes, put, broken);
    else this.#utf16(bytes, put, broken);
    if (!stream) {
      const cut = this.#needed > 0 || this.#half >= 0 || this.#lead >= 0;
      if (cut) broken();
      this.#reset();
    }
    return n === 0 ? text : text + reflectApply(stringFromCharCode, undefined, units);
  }

  #reset() {
    this.#started = false;
    this.#restart();
    this.#lead = this.#half = -1;
  }
  #restart() {
    this.#needed = this.#code = 0;
    this.#lower = 0x80;
    this.#upper = 0xbf;
  }

  #utf8(bytes, put, broken) {
    const length = invoke(typedArrayLength, bytes);
    for (let i = 0; i < length; i++) {
      const byte = bytes[i];
      if (this.#needed === 0) {
        if (byte < 0x80) put(byte);
        else if (byte >= 0xc2 && byte <= 0xdf) this.#expect(1, byte & 0x1f, 0x80, 0xbf);
        else if (byte >= 0xe0 && byte <= 0xef)
          this.#expect(2, byte & 0xf, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
        else if (byte >= 0xf0 && byte <= 0xf4)
          this.#expect(3, byte & 7, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
        else broken();
      } else if (byte < this.#lower || byte > this.#upper) {
        this.#restart();
        broken();
        i--; // the byte may begin a character of its own
      } else {
        this.#expect(this.#needed - 1, (this.#code << 6) | (byte & 0x3f), 0x80, 0xbf);
        if (this.#needed > 0) continue;
        const code = this.#code;
        if (code < 0x10000) put(code);
        else {
          put(0xd800 + ((code - 0x10000) >> 10));
          put(0xdc00 + ((code - 0x10000) & 0x3ff));
        }
      }
    }
  }
  #expect(needed, code, lower, upper) {
    this.#needed = needed;
    this.#code = code;
    this.#lower = lower;
    this.#upper = upper;
  }

  #utf16(bytes, put, broken) {
    const length = invoke(typedArrayLength, bytes);
    for (let i = 0; i < length; i++) {
      if (this.#half < 0) {
        this.#half = bytes[i];
        continue;
      }
      const unit = this.#half | (bytes[i] << 8);
      this.#half = -1;
      const trails = unit >= 0xdc00 && unit <= 0xdfff;
      if (this.#lead >= 0) {
        const lead = this.#lead;
        this.#lead = -1;
        if (trails) {
          put(lead);
          put(unit);
          continue;
        }
        broken();
      }
      if (unit >= 0xd800 && unit <= 0xdbff) this.#lead = unit;
      else if (trails) broken();
      else put(unit);
    }
  }
}
