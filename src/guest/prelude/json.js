// Values on their way out of the guest, as JSON text.
//
// Two readings of one value. `toJson` (outputs and the final value) keeps what JSON can keep and
// turns the rest into something readable. `toStrictJson` (arguments of nested calls) refuses what
// would reach a tool as something else than the cell meant.
//
// Nested functions and symbols: left out of objects as JSON does, but readable strings inside
// arrays, where JSON would put a bare null. A Map with string keys becomes an object, any other Map
// an array of pairs, a Set an array.

const NOT_AWAITED = "[Promise: not awaited]";

// JSON.stringify writes a lone surrogate as \udXXX, which strict JSON readers refuse. Such a text is
// rare: one native scan decides, and only a hit pays for the repair.
const repairSurrogates = (text) => {
  if (!invoke(stringIncludes, text, "\\ud")) return text;
  const parts = invoke(stringSplit, text, "\\ud");
  let repaired = parts[0];
  for (let i = 1; i < parts.length; i++) {
    const before = parts[i - 1];
    let backslashes = 0;
    while (backslashes < before.length && before[before.length - 1 - backslashes] === "\\") backslashes++;
    repaired += backslashes % 2 === 0 ? "\ufffd" + invoke(stringSlice, parts[i], 3) : "\\ud" + parts[i];
  }
  return repaired;
};

const quote = (string) => repairSurrogates(jsonStringify(string));

const numberJson = (number) => (numberIsFinite(number) ? "" + number : "null");

// Copies made in the pass under way, by original: a shared collection is copied once, and one that
// contains itself is met again as the same object, so that the engine sees the cycle.
let copies = null;

const copyOnce = (value, make) => {
  if (copies === null) copies = new MapCtor();
  const known = invoke(mapGet, copies, value);
  if (known !== undefined) return known;
  const copy = bareList();
  const result = make(copy, value);
  invoke(mapSet, copies, value, result);
  return result;
};

const listOfView = (list, view) => {
  if (invoke(typedArrayTag, view) === undefined)
    view = new Uint8ArrayCtor(
      invoke(dataViewBuffer, view),
      invoke(dataViewOffset, view),
      invoke(dataViewBytes, view),
    );
  const length = invoke(typedArrayLength, view);
  for (let i = 0; i < length; i++) list[i] = view[i];
  return list;
};

const listOfSet = (list, set) => {
  let n = 0;
  invoke(setForEach, set, (item) => {
    list[n++] = item;
  });
  return list;
};

const recordOrPairsOfMap = (pairs, map) => {
  const record = { __proto__: null };
  let n = 0;
  let named = true;
  invoke(mapForEach, map, (item, key) => {
    if (typeof key === "string") record[key] = item;
    else named = false;
    const pair = bareList();
    pair[0] = key;
    pair[1] = item;
    pairs[n++] = pair;
  });
  return named ? record : pairs;
};

const errorRecord = (error) => ({
  __proto__: null,
  name: nameOfError(error),
  message: messageOfError(error),
});

// What stands for an object of a built-in kind that JSON would empty; any other object as it is.
const substitute = (value, strict) => {
  const proto = reflectGetPrototypeOf(value);
  if (proto === ObjectPrototype || proto === ArrayPrototype) return value;
  if (proto === null) return jsonIsRaw(value) ? jsonParse(value.rawJSON) : value;
  if (arrayBufferIsView(value)) return copyOnce(value, listOfView);
  if (isErrorLike(value)) return errorRecord(value);
  if (instance(PromiseCtor, value)) {
    if (strict) throw new TypeErrorCtor("tool arguments must be JSON: a promise was not awaited");
    return NOT_AWAITED;
  }
  if (instance(MapCtor, value) && passes(mapSize, value)) return copyOnce(value, recordOrPairsOfMap);
  if (instance(SetCtor, value) && passes(setSize, value)) return copyOnce(value, listOfSet);
  if (instance(ArrayBufferCtor, value) && passes(arrayBufferBytes, value))
    return copyOnce(new Uint8ArrayCtor(value), listOfView);
  if (instance(BigIntCtor, value) && passes(bigIntValueOf, value)) {
    if (strict) throw refusal("a BigInt");
    return "" + invoke(bigIntValueOf, value);
  }
  return value;
};

const refusal = (what) =>
  new TypeErrorCtor("tool arguments must be JSON: " + what + " cannot be sent, convert it to a string or a number");

// The two replacers need `this`, the holder: an array keeps a place for what an object leaves out.
function outputReplacer(_key, value) {
  switch (typeof value) {
    case "object":
      return value === null ? null : substitute(value, false);
    case "bigint":
      return "" + value;
    case "function":
    case "symbol":
      return arrayIsArray(this) ? stringOf(value) : undefined;
    default:
      return value;
  }
}

function strictReplacer(_key, value) {
  switch (typeof value) {
    case "object":
      return value === null ? null : substitute(value, true);
    case "number":
      if (!numberIsFinite(value)) throw refusal("" + value);
      return value;
    case "bigint":
      throw refusal("a BigInt");
    case "function":
    case "symbol":
      if (arrayIsArray(this)) throw refusal("a " + typeof value);
      return undefined;
    default:
      return value;
  }
}

// The engine's JSON.stringify keeps its stack of open objects in an ordinary array and pushes by
// property set: a setter at an index of Array.prototype sees that array and may throw or lie about
// cycles. It cannot alter the text, so the engine's answer stands, and only where it threw with such
// a setter about is the value written by this slower copy of the algorithm.
const serialize = (holder, key, replacer, open, depth) => {
  let value = holder[key];
  if (isObject(value) || typeof value === "bigint") {
    const method = value.toJSON;
    if (typeof method === "function") value = reflectApply(method, value, [key]);
  }
  value = reflectApply(replacer, holder, [key, value]);
  if (!isObject(value)) return value === undefined ? undefined : toJson(value);
  if (typeof value === "function") return undefined;
  if (instance(NumberCtor, value) && passes(numberValueOf, value)) return numberJson(invoke(numberValueOf, value));
  if (instance(StringCtor, value) && passes(stringValueOf, value)) return quote(invoke(stringValueOf, value));
  if (instance(BooleanCtor, value) && passes(booleanValueOf, value)) return "" + invoke(booleanValueOf, value);
  for (let i = 0; i < depth; i++) if (open[i] === value) throw new TypeErrorCtor("circular reference");
  open[depth] = value;
  let json = "";
  if (arrayIsArray(value)) {
    const length = value.length;
    for (let i = 0; i < length; i++) {
      const item = serialize(value, "" + i, replacer, open, depth + 1);
      json += (i === 0 ? "" : ",") + (item === undefined ? "null" : item);
    }
    return "[" + json + "]";
  }
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const item = serialize(value, keys[i], replacer, open, depth + 1);
    if (item !== undefined) json += (json === "" ? "" : ",") + quote(keys[i]) + ":" + item;
  }
  return "{" + json + "}";
};

// Own keys list indexes first.
const beginsWithIndex = (object) => {
  const first = reflectOwnKeys(object)[0];
  return typeof first === "string" && first >= "0" && first < ":";
};
const indexesArePoisoned = () =>
  beginsWithIndex(ArrayPrototype) ||
  beginsWithIndex(ObjectPrototype) ||
  reflectGetPrototypeOf(ArrayPrototype) !== ObjectPrototype;

// Hosts' stacks are small: what is nested deeper than they can follow is refused while the cell can mend it.
const tooDeep = (replacer) =>
  new RangeErrorCtor(
    replacer === strictReplacer
      ? "tool arguments are nested too deeply: at most 1000 levels"
      : "value is nested too deeply: at most 1000 levels",
  );
const isStackOverflow = (error) =>
  errorIsError(error) &&
  reflectGetPrototypeOf(error) === RangeErrorPrototype &&
  ownText(error, "message") === "Maximum call stack size exceeded";

const stringify = (value, replacer) => {
  const outer = copies; // a toJSON called from here may call text()
  copies = null;
  try {
    let text;
    try {
      text = jsonStringify(value, replacer);
    } catch (error) {
      if (!indexesArePoisoned()) throw isStackOverflow(error) ? tooDeep(replacer) : error;
      text = serialize({ __proto__: null, "": value }, "", replacer, bareList(), 0);
    }
    if (text === undefined) return "null";
    // A level takes two brackets: nearly every text is too short to be asked about.
    if (text.length > 2000 && hostTooDeep(text)) throw tooDeep(replacer);
    return repairSurrogates(text);
  } finally {
    copies = outer;
  }
};

const stringOf = (value) => (typeof value === "function" ? invoke(functionToString, value) : StringCtor(value));

// The engine's own complaint about a cycle. A guest that throws the very same error gets the same
// treatment, which is its own business.
const isCircular = (error) =>
  errorIsError(error) &&
  reflectGetPrototypeOf(error) === TypeErrorPrototype &&
  objectHasOwn(error, "message") &&
  error.message === "circular reference";

const tagOf = (object) => {
  try {
    return invoke(objectToString, object);
  } catch {
    return "[object Object]";
  }
};

const toJson = (value) => {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return numberJson(value);
    case "boolean":
      return value ? "true" : "false";
    case "undefined":
      return "null";
    case "object":
      if (value === null) return "null";
      try {
        return stringify(value, outputReplacer);
      } catch (error) {
        if (isCircular(error)) return quote(tagOf(value));
        throw error;
      }
    default:
      return quote(stringOf(value));
  }
};

const toStrictJson = (value) => {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      if (!numberIsFinite(value)) throw refusal("" + value);
      return "" + value;
    case "boolean":
      return value ? "true" : "false";
    case "undefined":
      return "null";
    case "object":
      if (value === null) return "null";
      try {
        return stringify(value, strictReplacer);
      } catch (error) {
        if (isCircular(error)) throw new TypeErrorCtor("tool arguments must be JSON: a value contains itself");
        throw error;
      }
    case "bigint":
      throw refusal("a BigInt");
    default:
      throw refusal("a " + typeof value);
  }
};

// Freezes what JSON.parse made, without recursion: its depth is the text's.
const deepFreeze = (root) => {
  if (!isObject(root)) return root;
  const open = bareList();
  open[0] = root;
  let n = 1;
  while (n > 0) {
    const object = open[--n];
    const keys = objectKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const item = object[keys[i]];
      if (isObject(item)) open[n++] = item;
    }
    objectFreeze(object);
  }
  return root;
};
