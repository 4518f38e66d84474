// What a thrown value tells the model: text, bounded, whatever the value does when it is looked at.

const MESSAGE_LIMIT = 8192; // UTF-16 units; a model learns nothing from a longer message
const NAME_LIMIT = 128;
const STACK_LIMIT = 65536; // function names are the guest's and may be megabytes long
const LINE_LIMIT = 1024;
const FRAME_LIMIT = 16;

// Errors with which nested calls were rejected: uncaught, they make the cell fail as
// `nested_tool_failed`. Weak, since the guest decides how long an error lives.
const nestedErrors = new WeakSetCtor();
const markNested = (error) => {
  if (isObject(error)) invoke(weakSetAdd, nestedErrors, error);
  return error;
};

const clip = (string, limit) =>
  string.length > limit ? invoke(stringSlice, string, 0, limit) + "…" : string;

const textProperty = (object, key, fallback) => {
  try {
    const value = object[key];
    if (typeof value === "string") return value;
    return isObject(value) || value === undefined ? fallback : StringCtor(value);
  } catch {
    return fallback;
  }
};

const errorText = (name, message) => {
  if (name === "Error" || name === "") return message === "" ? "Error" : message;
  return message === "" ? name : clip(name, NAME_LIMIT) + ": " + message;
};

const isDomException = (value) => instance(DOMExceptionCtor, value) && passes(domExceptionName, value);
const nameOfError = (error) =>
  isDomException(error) ? invoke(domExceptionName, error) : textProperty(error, "name", "Error");
const messageOfError = (error) =>
  isDomException(error) ? invoke(domExceptionMessage, error) : textProperty(error, "message", "");

// By slot or by ancestry: a DOMException, or a Proxy of an error, still has its text.
const isErrorLike = (value) => errorIsError(value) || (isObject(value) && instance(ErrorCtor, value));

// A thrown value that is no error, as a string.
const thrownText = (value) => {
  if (!isObject(value)) return StringCtor(value);
  try {
    const text = toJson(value);
    return text[0] === '"' ? jsonParse(text) : text;
  } catch {
    return tagOf(value);
  }
};

const positive = (digits) => {
  const number = +digits;
  return number > 0 && number < 4294967296 && mathTrunc(number) === number ? number : 0;
};

// Names of the error's classes, the one nearest to Error first: `{ name, next }`.
const classesOf = (error) => {
  let classes = null;
  try {
    let proto = reflectGetPrototypeOf(error);
    for (let left = FRAME_LIMIT; left > 0 && proto !== null && proto !== ErrorPrototype; left--) {
      const made = reflectGetOwnPropertyDescriptor(proto, "constructor");
      const name = made !== undefined && isObject(made.value) ? ownText(made.value, "name") : "";
      if (name !== "") classes = { name, next: classes };
      proto = reflectGetPrototypeOf(proto);
    }
  } catch {}
  return classes;
};

// What is left of the classes behind the one with this name.
const behind = (classes, name) => {
  for (; classes !== null; classes = classes.next) if (classes.name === name) return classes;
  return null;
};

// The frames of exec.js/exec.ts in an engine stack text, as a JSON array, innermost first. The text
// comes from the error's internal slot, so that only function names are the guest's. The constructors of
// the error's own classes come first in it, where they call `super`; what the author looks for is who called them.
const cellFrames = (stack, classes) => {
  if (typeof stack !== "string") return "[]";
  const text = invoke(stringSlice, stack, 0, STACK_LIMIT);
  let json = "";
  let count = 0;
  for (let from = 0; from < text.length && count < FRAME_LIMIT; ) {
    let to = invoke(stringIndexOf, text, "\n", from);
    if (to < 0) to = text.length;
    const line = to - from > LINE_LIMIT ? "" : invoke(stringSlice, text, from, to);
    from = to + 1;
    // "    at name (place)", or "    at place" where the parser stopped.
    const open = invoke(stringEndsWith, line, ")") ? invoke(stringLastIndexOf, line, " (") : -1;
    const place = open < 0 ? invoke(stringSlice, line, 7) : invoke(stringSlice, line, open + 2, -1);
    if (!invoke(stringStartsWith, place, "exec.js:") && !invoke(stringStartsWith, place, "exec.ts:")) continue;
    const colon = invoke(stringIndexOf, place, ":", 8);
    if (colon < 0) continue;
    const row = positive(invoke(stringSlice, place, 8, colon));
    const column = positive(invoke(stringSlice, place, colon + 1));
    if (row === 0 || column === 0) continue;
    let name = open < 0 ? "" : invoke(stringSlice, line, 7, open); // after "    at "
    const made = behind(classes, name);
    if (made !== null) {
      classes = made.next;
      continue;
    }
    classes = null;
    if (name === "<anonymous>") name = "";
    json += count++ === 0 ? "{" : ",{";
    json += '"function":' + quote(clip(name, NAME_LIMIT)) + ',"line":' + row + ',"column":' + column + "}";
  }
  return "[" + json + "]";
};

const isInternal = (line) => invoke(stringIncludes, line, " (<null>:") || invoke(stringIncludes, line, " (code-mode:");

// A stack text as the cell reads it: without the prelude's frames, and the engine's own that these called.
const ownStack = (stack) => {
  if (typeof stack !== "string" || !isInternal(stack)) return stack;
  let kept = "";
  let native = ""; // frames of the engine whose caller is not known yet
  for (let from = 0; from < stack.length; ) {
    let to = invoke(stringIndexOf, stack, "\n", from) + 1;
    if (to === 0) to = stack.length;
    const line = invoke(stringSlice, stack, from, to);
    from = to;
    if (invoke(stringEndsWith, line, " (native)\n")) {
      native += line;
      continue;
    }
    if (!isInternal(line)) kept += native + line;
    native = "";
  }
  return kept;
};

// One sentence for what models try most often. Names, not patterns: the engine's message is
// "<name> is not defined".
const hintFor = (name, message) => {
  if (name !== "ReferenceError" || !invoke(stringEndsWith, message, " is not defined")) return "";
  switch (invoke(stringSlice, message, 0, -15)) {
    case "require":
    case "module":
    case "exports":
    case "fs":
    case "path":
    case "os":
    case "child_process":
    case "process":
    case "Buffer":
    case "__dirname":
    case "__filename":
    case "Deno":
    case "Bun":
      return "Node modules and globals are not available here; use tools.search(query) to find a tool and tools.call(id, args) to call it.";
    case "fetch":
    case "XMLHttpRequest":
    case "WebSocket":
      return "There is no network access here; use tools.search(query) to find a tool and tools.call(id, args) to call it.";
    case "setInterval":
    case "setImmediate":
      return "Only setTimeout and clearTimeout are available.";
    case "window":
    case "document":
      return "There is no browser here; use tools.search(query) to find a tool and tools.call(id, args) to call it.";
    default:
      return "";
  }
};

// The text of an own data property, without running anything.
const ownText = (error, key) => {
  const property = reflectGetOwnPropertyDescriptor(error, key);
  if (property === undefined || !objectHasOwn(property, "value")) return "";
  return typeof property.value === "string" ? property.value : "";
};

// Where there is no memory for the error either, the engine throws null, or an error that lost its text;
// the compiler of regular expressions says it by a SyntaxError.
const isOutOfMemory = (error) => {
  if (error === null) return hostStarved();
  if (!errorIsError(error)) return false;
  const internal = reflectGetPrototypeOf(error) === InternalErrorPrototype;
  const message = ownText(error, "message");
  if (message === "out of memory") return internal || hostStarved();
  return internal && message === "Invalid error message" && hostStarved();
};

// A DOMException keeps its stack as an own property instead.
const stackOf = (error) => {
  if (errorIsError(error)) return invoke(errorStack, error);
  return isErrorLike(error) ? textProperty(error, "stack", "") : "";
};

const bounded = (string) => quote(invoke(stringToWellFormed, clip(string, MESSAGE_LIMIT)));

const describeFailure = (reason) => {
  const isError = isErrorLike(reason);
  const name = isError ? nameOfError(reason) : "";
  const message = isError ? messageOfError(reason) : thrownText(reason);
  const text = isError ? errorText(name, message) : message;
  const nested = isObject(reason) && invoke(weakSetHas, nestedErrors, reason);
  const code = nested ? ownText(reason, "code") : "";
  const hint = isError ? hintFor(name, message) : "";
  return (
    '{"message":' + bounded(text) + ',"name":' + quote(clip(name, NAME_LIMIT)) +
    (code === "" ? "" : ',"code":' + quote(clip(code, NAME_LIMIT))) +
    (hint === "" ? "" : ',"hint":' + quote(hint)) +
    ',"nested":' + nested + ',"tooMany":' + (code === OVERFLOW) +
    ',"bare":' + (reason === null) + ',"oom":' + isOutOfMemory(reason) + ',"frames":' + cellFrames(stackOf(reason), isError ? classesOf(reason) : null) + "}"
  );
};

// A call over the limit whose rejection nothing has handled.
const OVERFLOW = "too_many_pending_tool_calls";
const isOverflow = (reason) =>
  isObject(reason) && invoke(weakSetHas, nestedErrors, reason) && ownText(reason, "code") === OVERFLOW;

const FLAGS = '"name":"","nested":false,"tooMany":false,"frames":[]';
const failureJson = (reason) => {
  try {
    return describeFailure(reason);
  } catch (error) {
    // No memory or no stack is left to describe it with.
    return isOutOfMemory(error) || isOutOfMemory(reason)
      ? STARVED
      : '{"message":"the error could not be described","oom":false,' + FLAGS + "}";
  }
};
const STARVED = '{"message":"out of memory","oom":true,' + FLAGS + "}";
const STALLED = '{"message":"code mode promise is pending without host work","stalled":true,"oom":false,' + FLAGS + "}";
