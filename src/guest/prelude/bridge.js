// Requests to the host and their answers.
//
// A request is a native promise whose resolving functions only this file holds. Accounting comes
// before settling: resolving may run guest code (a `then` getter on Object.prototype), and that code
// must find the books closed.

const {
  query: hostQuery,
  request: hostRequest,
  emit: hostEmit,
  timer: hostTimer,
  clearTimer: hostClearTimer,
  finish: hostFinish,
  scope: hostScope,
  starved: hostStarved,
  tooDeep: hostTooDeep,
} = host;

const QUERY_SEARCH = 1;
const QUERY_DESCRIBE = 2;
const QUERY_RESOLVE = 3;
const QUERY_API_LIST = 4;
const QUERY_API_READ = 5;
const QUERY_MCP_ROOT = 6;
const QUERY_MCP_SERVER = 7;
const QUERY_ALL_TOOLS = 8;

const REQUEST_CALL = 1;
const REQUEST_CALL_VALUE = 2;
const REQUEST_MCP = 3;
const REQUEST_NAMESPACE = 4;
const REQUEST_YIELD = 5;

const pending = { __proto__: null };
let pendingCount = 0;

// `reason` is the yield's own, as JSON; other kinds have none.
const request = (kind, target, payload, reason) => {
  // Made here and not when the answer comes, because only here is the cell's line on the stack.
  const error = new ErrorCtor();
  let resolve, reject;
  const promise = new PromiseCtor((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  const id = hostRequest(kind, target, payload);
  pending[id] = { __proto__: null, kind, resolve, reject, error, reason };
  pendingCount++;
  return promise;
};

const refuse = (error) => promiseReject(markNested(error));

const own = (object, key) => (isObject(object) && objectHasOwn(object, key) ? object[key] : undefined);
const isEmptyObject = (value) => isObject(value) && !arrayIsArray(value) && objectKeys(value).length === 0;
const isPresent = (value) => value !== undefined && value !== null;

// Empty details must not hide content.
const hasDetails = (result) => {
  const details = own(result, "details");
  return isPresent(details) && !(isEmptyObject(details) && isPresent(own(result, "content")));
};

const parsedText = (text) => {
  try {
    return jsonParse(text);
  } catch {
    return text;
  }
};

// A content array that is text throughout is one text; a single JSON part is its value; anything
// else (images, resources) stays as it is.
const contentValue = (content) => {
  if (typeof content === "string") return parsedText(content);
  if (!arrayIsArray(content)) return content;
  if (content.length === 1 && own(content[0], "type") === "json") {
    const value = own(content[0], "json");
    return value === undefined ? own(content[0], "value") : value;
  }
  let text = "";
  for (let i = 0; i < content.length; i++) {
    const part = content[i];
    if (own(part, "type") !== "text" || typeof own(part, "text") !== "string") return content;
    text += (i === 0 ? "" : "\n") + part.text;
  }
  return content.length === 0 ? content : parsedText(text);
};

const callValueOf = (result) => {
  if (hasDetails(result)) return result.details;
  const content = own(result, "content");
  return isPresent(content) ? contentValue(content) : result;
};

// A gateway may hand over the MCP result wrapped: as a whole under `details`, or with the fields
// that say how it went only there. What the server said comes out on top.
const mcpResultOf = (answer) => {
  let result = answer;
  if (!isObject(result) || arrayIsArray(result)) return result;
  const details = own(result, "details");
  if (arrayIsArray(own(details, "content"))) result = details;
  else {
    raise(result, details, "structuredContent");
    raise(result, details, "isError");
  }
  reflectDeleteProperty(result, "_meta");
  return result;
};

const raise = (result, details, key) => {
  const value = own(details, key);
  if (value !== undefined && !objectHasOwn(result, key)) define(result, key, value, true);
};

const answerOf = (entry, text) => {
  switch (entry.kind) {
    case REQUEST_YIELD:
      return { status: "yielded", reason: jsonParse(entry.reason) };
    case REQUEST_CALL_VALUE:
      return callValueOf(jsonParse(text));
    case REQUEST_MCP:
      return mcpResultOf(jsonParse(text));
    case REQUEST_NAMESPACE: {
      const result = jsonParse(text);
      return hasDetails(result) ? result.details : result;
    }
    default:
      return jsonParse(text);
  }
};

const failed = (entry, message, code) => {
  const { error } = entry;
  define(error, "message", message, false);
  if (typeof code === "string") define(error, "code", code, false);
  return entry.kind === REQUEST_YIELD ? error : markNested(error);
};

const deliver = (id, ok, text) => {
  const entry = pending[id];
  if (entry === undefined) return;
  delete pending[id];
  pendingCount--;
  let answer, error;
  try {
    if (ok) answer = answerOf(entry, text);
    else {
      const failure = jsonParse(text);
      const message = own(failure, "message");
      error = failed(entry, typeof message === "string" ? message : "tool call failed", own(failure, "code"));
    }
  } catch (reason) {
    // Nested too deeply or too large for the guest: say so, the cell can go on.
    error = failed(entry, "tool result could not be read: " + textProperty(reason, "message", ""));
  }
  const { resolve, reject } = entry;
  if (error === undefined) resolve(answer);
  else reject(error);
};
