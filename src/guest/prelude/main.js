// The cell's life as native drives it, and the realm as the guest finds it.

const NOT_STARTED = 0;
const RUNNING = 1;
const FULFILLED = 2;
const REJECTED = 3;
const FINISH_VALUE = 0;
const FINISH_ERROR = 1;

let state = NOT_STARTED;
let outcome; // the value as JSON text, or what was thrown
let finished = false;

const settleValue = (value) => {
  // Getters and toJSON run here, while the cell still counts as running: what they print or call
  // is the cell's, what they throw is its error.
  try {
    outcome = toJson(value);
    state = FULFILLED;
  } catch (error) {
    settleError(error);
  }
};
const settleError = (error) => {
  outcome = error;
  state = REJECTED;
};

const start = (cell) => {
  state = RUNNING;
  let promise;
  try {
    promise = cell();
  } catch (error) {
    settleError(error);
    return;
  }
  // `then` makes its result with promise.constructor[Symbol.species]; the cell has run already and
  // may have replaced either.
  define(promise, "constructor", undefined, false);
  invoke(promiseThen, promise, settleValue, settleError);
};

const rejection = (promise, reason, handled) => {
  if (handled) invoke(mapDelete, unhandled, promise);
  else invoke(mapSet, unhandled, promise, reason);
};

const finish = (kind, text) => {
  finished = true;
  hostFinish(kind, text);
  return 1;
};

// The first error that nothing has handled ends the cell.
const finishUnhandled = () =>
  finish(FINISH_ERROR, failureJson(invoke(mapIteratorNext, invoke(mapValues, unhandled)).value));

// A batch with a call too many is never half done: unless the cell has handled that by now, it ends
// here, before any call of the batch goes out.
const unhandledOverflow = () => {
  const reasons = invoke(mapValues, unhandled);
  for (;;) {
    const { done, value } = invoke(mapIteratorNext, reasons);
    if (done || isOverflow(value)) return value;
  }
};

const idle = () => {
  if (finished) return 1;
  if (state !== REJECTED && invoke(mapSize, unhandled) > 0) {
    const overflow = unhandledOverflow();
    if (overflow !== undefined) return finish(FINISH_ERROR, failureJson(overflow));
  }
  switch (state) {
    case REJECTED:
      return finish(FINISH_ERROR, failureJson(outcome));
    case FULFILLED:
      if (pendingCount > 0) return 0;
      return invoke(mapSize, unhandled) > 0 ? finishUnhandled() : finish(FINISH_VALUE, outcome);
    case RUNNING:
      if (pendingCount > 0 || timerCount > 0) return 0;
      // A timer that threw instead of resolving is the cause; "never settles" only its symptom.
      // A continuation that found no memory to be queued is lost in silence.
      return invoke(mapSize, unhandled) > 0
        ? finishUnhandled()
        : finish(FINISH_ERROR, hostStarved() ? STARVED : STALLED);
    default:
      // It never started: the engine refused its text, and native reported why.
      return invoke(mapSize, unhandled) > 0 ? finishUnhandled() : 0;
  }
};

// Out of the realm: what shares memory, what the engine cannot be trusted with, what tells time
// finely, and what ECMAScript does not have.
for (const name of [
  "SharedArrayBuffer", "Atomics", "AsyncDisposableStack", "WebAssembly", "InternalError", "performance",
  "navigator", "gc", "print", "scriptArgs", "std", "os", "bjson", "Worker",
])
  delete globalThis[name];

// prepareStackTrace would be handed call sites with the prelude's own functions, and a
// stackTraceLimit object is converted while an error is being built. Both stay as plain properties
// without effect. Error.captureStackTrace gives any object a stack text.
Error.stackTraceLimit = 20;
delete Error.stackTraceLimit;
delete Error.prepareStackTrace;
delete Error.captureStackTrace;
define(Error, "stackTraceLimit", 20, false);
const errorStatics = {
  captureStackTrace(target) {
    if (!isObject(target)) throw new TypeErrorCtor("captureStackTrace needs an object");
    if (!errorIsError(target)) define(target, "stack", ownStack(invoke(errorStack, new ErrorCtor())), false);
  },
};
define(Error, "captureStackTrace", objectFreeze(errorStatics.captureStackTrace), false);

const stackAccessors = {
  get stack() {
    return ownStack(invoke(errorStack, this));
  },
};
Object.defineProperty(Error.prototype, "stack", { get: objectFreeze(getterOf(stackAccessors, "stack")) });

for (const group of [outputGlobals, cloneGlobals])
  for (const name of Object.keys(group)) define(globalThis, name, objectFreeze(group[name]), false);
for (const name of Object.keys(consoleMethods)) objectFreeze(consoleMethods[name]);
define(globalThis, "console", consoleMethods, false);
define(globalThis, "TextEncoder", TextEncoder, false);
define(globalThis, "TextDecoder", TextDecoder, false);
Object.defineProperty(globalThis, "ALL_TOOLS", {
  get: objectFreeze({ ALL_TOOLS: () => readAllTools() }.ALL_TOOLS),
  enumerable: true,
  configurable: false,
});

const entries = objectFreeze({
  __proto__: null,
  start,
  deliver,
  fire,
  rejection,
  uncaught,
  idle,
  materialize,
});
