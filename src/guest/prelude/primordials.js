// Every intrinsic the prelude uses after guest code has started, taken while the realm is still
// pristine. Code that runs later names no global and calls no method by property look-up on an
// ordinary object: the guest may replace both. For the same reason it has no array destructuring, no
// spread, no for-of (iterators), no descriptor with a prototype, and no template literal: this engine
// compiles those to a call of String.prototype.concat.

const {
  apply: reflectApply,
  defineProperty: reflectDefineProperty,
  deleteProperty: reflectDeleteProperty,
  getOwnPropertyDescriptor: reflectGetOwnPropertyDescriptor,
  getPrototypeOf: reflectGetPrototypeOf,
  ownKeys: reflectOwnKeys,
  setPrototypeOf: reflectSetPrototypeOf,
} = Reflect;
const { freeze: objectFreeze, hasOwn: objectHasOwn, keys: objectKeys } = Object;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const objectToString = ObjectPrototype.toString;
const arrayIsArray = Array.isArray;
const { parse: jsonParse, stringify: jsonStringify, isRawJSON: jsonIsRaw } = JSON;
const numberValueOf = Number.prototype.valueOf;
const stringValueOf = String.prototype.valueOf;
const booleanValueOf = Boolean.prototype.valueOf;
const numberIsFinite = Number.isFinite;
const mathTrunc = Math.trunc;

const ArrayBufferCtor = ArrayBuffer;
const BigIntCtor = BigInt;
const BooleanCtor = Boolean;
const DataViewCtor = DataView;
const DateCtor = Date;
const DOMExceptionCtor = DOMException;
const ErrorCtor = Error;
const MapCtor = Map;
const NumberCtor = Number;
const PromiseCtor = Promise;
const RangeErrorCtor = RangeError;
const RegExpCtor = RegExp;
const SetCtor = Set;
const StringCtor = String;
const TypeErrorCtor = TypeError;
const Uint8ArrayCtor = Uint8Array;
const WeakMapCtor = WeakMap;
const WeakRefCtor = WeakRef;
const WeakSetCtor = WeakSet;
const RangeErrorPrototype = RangeError.prototype;
const ErrorPrototype = Error.prototype;
const TypeErrorPrototype = TypeError.prototype;
const InternalErrorPrototype = InternalError.prototype;

// invoke(method, receiver, ...args): one bound function for all of them, because a bound copy per
// method would cost every cell's image a few hundred bytes each.
const invoke = Function.prototype.call.bind(Function.prototype.call);
const hasInstance = Function.prototype[Symbol.hasInstance];
const functionToString = Function.prototype.toString;
const bigIntValueOf = BigInt.prototype.valueOf;

const {
  charCodeAt: stringCharCodeAt,
  endsWith: stringEndsWith,
  includes: stringIncludes,
  indexOf: stringIndexOf,
  lastIndexOf: stringLastIndexOf,
  slice: stringSlice,
  split: stringSplit,
  startsWith: stringStartsWith,
  toLowerCase: stringToLowerCase,
  toWellFormed: stringToWellFormed,
  trim: stringTrim,
} = String.prototype;
const stringFromCharCode = String.fromCharCode;

const getterOf = (object, key) => reflectGetOwnPropertyDescriptor(object, key).get;
const TypedArrayPrototype = reflectGetPrototypeOf(Uint8Array.prototype);
const typedArrayTag = getterOf(TypedArrayPrototype, Symbol.toStringTag);
const typedArraySet = TypedArrayPrototype.set;
const typedArrayLength = getterOf(TypedArrayPrototype, "length");
const typedArrayBuffer = getterOf(TypedArrayPrototype, "buffer");
const typedArrayOffset = getterOf(TypedArrayPrototype, "byteOffset");
const typedArrayBytes = getterOf(TypedArrayPrototype, "byteLength");
const dataViewBuffer = getterOf(DataView.prototype, "buffer");
const dataViewOffset = getterOf(DataView.prototype, "byteOffset");
const dataViewBytes = getterOf(DataView.prototype, "byteLength");
const arrayBufferBytes = getterOf(ArrayBuffer.prototype, "byteLength");
const arrayBufferIsView = ArrayBuffer.isView;

const { get: mapGet, set: mapSet, delete: mapDelete, forEach: mapForEach, values: mapValues } = Map.prototype;
const mapSize = getterOf(Map.prototype, "size");
const mapIteratorNext = reflectGetPrototypeOf(new Map().values()).next;
const { add: setAdd, forEach: setForEach } = Set.prototype;
const setSize = getterOf(Set.prototype, "size");
const { add: weakSetAdd, has: weakSetHas } = WeakSet.prototype;

const promiseThen = Promise.prototype.then;
const promiseResolve = Promise.resolve.bind(Promise);
const promiseReject = Promise.reject.bind(Promise);

const errorIsError = Error.isError;
const errorStack = getterOf(Error.prototype, "stack");
const domExceptionName = getterOf(DOMException.prototype, "name");
const domExceptionMessage = getterOf(DOMException.prototype, "message");
const engineQueueMicrotask = queueMicrotask;

const define = (object, key, value, enumerable) =>
  reflectDefineProperty(object, key, {
    __proto__: null,
    value,
    writable: true,
    enumerable,
    configurable: true,
  });

// An array without a prototype: writing past its end meets no setter the guest may have put on
// Array.prototype, and JSON.stringify still takes it for an array.
const bareList = () => {
  const list = [];
  reflectSetPrototypeOf(list, null);
  return list;
};

const isObject = (value) => (typeof value === "object" ? value !== null : typeof value === "function");

// `instance` only walks prototypes (a Proxy may answer as it likes), `passes` asks for the internal
// slot. Together they are cheap for objects of other kinds and right for forged ones.
const instance = (Ctor, value) => invoke(hasInstance, Ctor, value);
const passes = (brandedGetter, value) => {
  try {
    invoke(brandedGetter, value);
    return true;
  } catch {
    return false;
  }
};
