// The globals that write output, yield and wait: text, json, console, yield_control, timers.

const EMIT_TEXT = 0;
const EMIT_JSON = 1;
const LONGEST_DELAY = 2147483647; // milliseconds; what a 32-bit timer holds

// For a reader, never throwing on account of the value.
const readable = (value) => {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return "" + value + "n";
    case "function":
      return "[Function: " + (textProperty(value, "name", "") || "anonymous") + "]";
    case "object":
      if (value === null) return "null";
      if (isErrorLike(value)) return errorText(nameOfError(value), messageOfError(value));
      return thrownText(value);
    default:
      return StringCtor(value);
  }
};

const number = (value) => {
  try {
    return "" + NumberCtor(value);
  } catch {
    return "NaN";
  }
};

const directive = (letter, value) => {
  switch (letter) {
    case "s":
    case "o":
    case "O":
      return readable(value);
    case "j":
      return isObject(value) ? thrownText(value) : toJson(value);
    case "d":
    case "f":
      return typeof value === "bigint" ? "" + value + "n" : number(value);
    case "i":
      return typeof value === "bigint" ? "" + value + "n" : number(mathTrunc(number(value)));
    default:
      return ""; // %c: styles have no meaning here
  }
};

const formatted = (args) => {
  let line = "";
  let next = 0;
  if (args.length > 1 && typeof args[0] === "string" && invoke(stringIncludes, args[0], "%")) {
    const format = args[0];
    next = 1;
    let from = 0;
    for (let at = invoke(stringIndexOf, format, "%"); at >= 0; at = invoke(stringIndexOf, format, "%", at + 2)) {
      const letter = at + 1 < format.length ? format[at + 1] : "";
      const known = letter !== "" && invoke(stringIncludes, "sdifjoOc", letter);
      if (letter !== "%" && !(known && next < args.length)) continue;
      line += invoke(stringSlice, format, from, at);
      line += letter === "%" ? "%" : directive(letter, args[next++]);
      from = at + 2;
    }
    line += invoke(stringSlice, format, from);
  } else if (args.length > 0) line = readable(args[next++]);
  for (; next < args.length; next++) line += " " + readable(args[next]);
  return line;
};

const print = (args) => {
  hostEmit(EMIT_TEXT, quote(formatted(args)));
};

// Errors that no promise carries: thrown by a timer's or a microtask's callback. They stand beside
// unhandled rejections, under keys nothing can ever look up.
const unhandled = new MapCtor();
const uncaught = (error) => {
  invoke(mapSet, unhandled, { __proto__: null }, error);
};

const timers = { __proto__: null };
let timerCount = 0;
let lastTimer = 0;

const fire = (id) => {
  const timer = timers[id];
  if (timer === undefined) return;
  delete timers[id];
  timerCount--;
  try {
    reflectApply(timer.callback, undefined, timer.args);
  } catch (error) {
    uncaught(error);
  }
};

const delayOf = (value) => {
  const delay = value === undefined ? 0 : NumberCtor(value);
  if (!(delay > 0)) return 0; // NaN too
  return delay > LONGEST_DELAY ? LONGEST_DELAY : mathTrunc(delay);
};

// Methods in a literal: named, not constructors, and none of them needs `this`.
const outputGlobals = {
  text(value) {
    hostEmit(EMIT_TEXT, quote(typeof value === "string" ? value : toJson(value)));
  },
  json(value) {
    hostEmit(EMIT_JSON, toJson(value));
  },
  yield_control(reason) {
    try {
      const payload = toJson(reason);
      return request(REQUEST_YIELD, 0, payload, payload);
    } catch (error) {
      return promiseReject(error);
    }
  },
  setTimeout(callback, delay, ...args) {
    if (typeof callback !== "function") throw new TypeErrorCtor("setTimeout needs a function");
    const wait = delayOf(delay);
    const id = lastTimer + 1;
    hostTimer(id, wait);
    lastTimer = id;
    timers[id] = { __proto__: null, callback, args };
    timerCount++;
    return id;
  },
  clearTimeout(id) {
    if (typeof id === "string") id = +id;
    if (typeof id !== "number" || timers[id] === undefined) return;
    delete timers[id];
    timerCount--;
    hostClearTimer(id);
  },
  queueMicrotask(callback) {
    if (typeof callback !== "function") throw new TypeErrorCtor("queueMicrotask needs a function");
    engineQueueMicrotask(() => {
      try {
        callback();
      } catch (error) {
        uncaught(error);
      }
    });
  },
};

const consoleMethods = {
  log(...args) {
    print(args);
  },
  info(...args) {
    print(args);
  },
  warn(...args) {
    print(args);
  },
  error(...args) {
    print(args);
  },
  debug(...args) {
    print(args);
  },
};
