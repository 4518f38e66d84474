// structuredClone, for the kinds of value the language itself has.
//
// Recursive: a value nested deeper than the guest's stack ends in the engine's RangeError.

const regExpSource = getterOf(RegExp.prototype, "source");
const dateGetTime = Date.prototype.getTime;
const arrayBufferTransfer = ArrayBuffer.prototype.transfer;
const arrayBufferResizable = getterOf(ArrayBuffer.prototype, "resizable");
const arrayBufferMaximum = getterOf(ArrayBuffer.prototype, "maxByteLength");
const ObjectCtor = Object;

const namedCtors = (names) => {
  const table = { __proto__: null };
  for (const name of names) table[name] = globalThis[name];
  return objectFreeze(table);
};
const errorCtors = namedCtors([
  "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError",
]);
const viewCtors = namedCtors([
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
]);

const notCloneable = (value) => new DOMExceptionCtor(tagOfAny(value) + " could not be cloned.", "DataCloneError");
const tagOfAny = (value) => (typeof value === "symbol" ? StringCtor(value) : typeof value === "function" ? "a function" : tagOf(value));

const remember = (seen, value, copy) => {
  invoke(mapSet, seen, value, copy);
  return copy;
};

const cloneProperties = (value, copy, seen) => {
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i++) define(copy, keys[i], cloneOf(value[keys[i]], seen), true);
  return copy;
};

const cloneBuffer = (buffer, seen) => {
  const known = invoke(mapGet, seen, buffer);
  if (known !== undefined) return known;
  const length = invoke(arrayBufferBytes, buffer);
  const copy = invoke(arrayBufferResizable, buffer)
    ? new ArrayBufferCtor(length, { __proto__: null, maxByteLength: invoke(arrayBufferMaximum, buffer) })
    : new ArrayBufferCtor(length);
  // ArrayBuffer.prototype.slice would ask the guest's species; typed arrays' own bytes do not.
  invoke(typedArraySet, new Uint8ArrayCtor(copy), new Uint8ArrayCtor(buffer));
  return remember(seen, buffer, copy);
};

const cloneView = (view, seen) => {
  const tag = invoke(typedArrayTag, view);
  if (tag === undefined) {
    const buffer = cloneBuffer(invoke(dataViewBuffer, view), seen);
    return remember(seen, view, new DataViewCtor(buffer, invoke(dataViewOffset, view), invoke(dataViewBytes, view)));
  }
  const buffer = cloneBuffer(invoke(typedArrayBuffer, view), seen);
  const Ctor = viewCtors[tag];
  return remember(seen, view, new Ctor(buffer, invoke(typedArrayOffset, view), invoke(typedArrayLength, view)));
};

const cloneError = (error, seen) => {
  const Ctor = errorCtors[textProperty(error, "name", "Error")] ?? ErrorCtor;
  const copy = remember(seen, error, new Ctor());
  const message = reflectGetOwnPropertyDescriptor(error, "message");
  if (message !== undefined && objectHasOwn(message, "value")) define(copy, "message", StringCtor(message.value), false);
  if (objectHasOwn(error, "cause")) define(copy, "cause", cloneOf(error.cause, seen), false);
  const stack = invoke(errorStack, error);
  if (typeof stack === "string") define(copy, "stack", stack, false);
  return copy;
};

const cloneMap = (map, seen) => {
  const copy = remember(seen, map, new MapCtor());
  const keys = bareList();
  const items = bareList();
  let n = 0;
  invoke(mapForEach, map, (item, key) => {
    keys[n] = key;
    items[n++] = item;
  });
  for (let i = 0; i < n; i++) invoke(mapSet, copy, cloneOf(keys[i], seen), cloneOf(items[i], seen));
  return copy;
};

const cloneSet = (set, seen) => {
  const copy = remember(seen, set, new SetCtor());
  const items = listOfSet(bareList(), set);
  for (let i = 0; i < items.length; i++) invoke(setAdd, copy, cloneOf(items[i], seen));
  return copy;
};

const boxed = (Ctor, valueOf, value, seen) => {
  if (!instance(Ctor, value) || !passes(valueOf, value)) return undefined;
  return remember(seen, value, new ObjectCtor(invoke(valueOf, value)));
};

// An object whose prototype is neither Object's, Array's nor null.
const cloneOther = (value, seen) => {
  if (arrayBufferIsView(value)) return cloneView(value, seen);
  if (errorIsError(value)) return cloneError(value, seen);
  if (isDomException(value))
    return remember(seen, value, new DOMExceptionCtor(messageOfError(value), nameOfError(value)));
  if (instance(MapCtor, value) && passes(mapSize, value)) return cloneMap(value, seen);
  if (instance(SetCtor, value) && passes(setSize, value)) return cloneSet(value, seen);
  if (instance(DateCtor, value) && passes(dateGetTime, value))
    return remember(seen, value, new DateCtor(invoke(dateGetTime, value)));
  if (instance(RegExpCtor, value) && value !== RegExpCtor.prototype && passes(regExpSource, value))
    return remember(seen, value, new RegExpCtor(value));
  if (instance(ArrayBufferCtor, value) && passes(arrayBufferBytes, value)) return cloneBuffer(value, seen);
  if (
    instance(PromiseCtor, value) ||
    instance(WeakMapCtor, value) ||
    instance(WeakSetCtor, value) ||
    instance(WeakRefCtor, value)
  )
    throw notCloneable(value);
  return (
    boxed(NumberCtor, numberValueOf, value, seen) ??
    boxed(StringCtor, stringValueOf, value, seen) ??
    boxed(BooleanCtor, booleanValueOf, value, seen) ??
    boxed(BigIntCtor, bigIntValueOf, value, seen) ??
    cloneList(value, seen) ??
    cloneProperties(value, remember(seen, value, {}), seen)
  );
};

const cloneList = (value, seen) => {
  if (!arrayIsArray(value)) return undefined;
  const copy = remember(seen, value, []);
  copy.length = value.length; // holes stay holes
  return cloneProperties(value, copy, seen);
};

const cloneOf = (value, seen) => {
  switch (typeof value) {
    case "object":
      break;
    case "symbol":
    case "function":
      throw notCloneable(value);
    default:
      return value;
  }
  if (value === null) return null;
  const known = invoke(mapGet, seen, value);
  if (known !== undefined) return known;
  const proto = reflectGetPrototypeOf(value);
  if (proto !== ObjectPrototype && proto !== ArrayPrototype && proto !== null) return cloneOther(value, seen);
  return cloneList(value, seen) ?? cloneProperties(value, remember(seen, value, {}), seen);
};

const cloneGlobals = {
  structuredClone(value, options) {
    const seen = new MapCtor();
    const transfer = isPresent(options) ? options.transfer : undefined;
    if (isPresent(transfer)) {
      for (let i = 0; i < transfer.length; i++)
        if (!instance(ArrayBufferCtor, transfer[i]) || !passes(arrayBufferBytes, transfer[i])) throw notCloneable(transfer[i]);
    }
    const copy = cloneOf(value, seen);
    if (isPresent(transfer)) for (let i = 0; i < transfer.length; i++) invoke(arrayBufferTransfer, transfer[i]);
    return copy;
  },
};
