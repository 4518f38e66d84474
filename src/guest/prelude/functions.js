// The functions on `tools`, `MCP`, `API` and the namespaces, made when they are first touched. All
// are arrows (no constructors), frozen, and answer with a promise whatever they are given.

const call = (kind, entry, input) => {
  try {
    return request(kind, entry, input === undefined ? "{}" : toStrictJson(input));
  } catch (error) {
    return refuse(error);
  }
};

const callById = (kind, id, input) => {
  let entry;
  try {
    if (typeof id !== "string") throw new ErrorCtor("call id must be a string.");
    entry = jsonParse(hostQuery(QUERY_RESOLVE, 0, asked(id))).entry;
  } catch (error) {
    return refuse(error);
  }
  return call(kind, entry, input);
};

const isPlainObject = (value) => {
  if (typeof value !== "object" || value === null || arrayIsArray(value)) return false;
  const proto = reflectGetPrototypeOf(value);
  return proto === null || proto === ObjectPrototype;
};

const callMcp = (entry, args) => {
  try {
    const none = args.length === 0 || (args.length === 1 && args[0] === undefined);
    if (!none && !(args.length === 1 && isPlainObject(args[0])))
      throw new ErrorCtor("MCP namespace tools accept one object argument.");
    return request(REQUEST_MCP, entry, none ? undefined : toStrictJson(args[0]));
  } catch (error) {
    return refuse(error);
  }
};

const callNamespace = (path, args) => {
  try {
    // Each argument by itself: a guest's Array.prototype.toJSON has no say over the list.
    let count = args.length;
    while (count > 0 && args[count - 1] === undefined) count--;
    let json = "";
    for (let i = 0; i < count; i++) json += (i === 0 ? "" : ",") + toStrictJson(args[i]);
    return request(REQUEST_NAMESPACE, path, "[" + json + "]");
  } catch (error) {
    return refuse(error);
  }
};

// What names something is short. A text of megabytes is not worth carrying over to be refused.
const ASKED_LIMIT = 8192; // UTF-16 units
const asked = (text) =>
  quote(text.length > ASKED_LIMIT ? invoke(stringSlice, text, 0, ASKED_LIMIT) : text);

const answered = (kind, target, args) => promiseResolve(jsonParse(hostQuery(kind, target, args)));

const search = (query, options) => {
  try {
    if (typeof query !== "string") throw new ErrorCtor("search query must be a string.");
    const limit = isPresent(options) ? options.limit : undefined;
    if (limit === undefined) return answered(QUERY_SEARCH, 0, '{"query":' + asked(query) + "}");
    if (typeof limit !== "number" || !(limit > 0) || mathTrunc(limit) !== limit || !numberIsFinite(limit))
      throw new ErrorCtor("limit must be a positive integer.");
    return answered(QUERY_SEARCH, 0, '{"query":' + asked(query) + ',"limit":' + (limit > 1e9 ? 1e9 : limit) + "}");
  } catch (error) {
    return promiseReject(error);
  }
};

const ask = (kind, target, text, complaint) => {
  try {
    if (typeof text === "string") return answered(kind, target, asked(text));
    if (complaint !== "") throw new ErrorCtor(complaint);
    return answered(kind, target, "null");
  } catch (error) {
    return promiseReject(error);
  }
};

const serverApi = (server, name, options) => {
  try {
    if (isPresent(name) && typeof name !== "string") throw new ErrorCtor("MCP $api tool name must be a string.");
    const schema = isPresent(options) && options.schema === true;
    return answered(
      QUERY_MCP_SERVER,
      server,
      "[" + (typeof name === "string" ? asked(name) : "null") + "," + (schema ? '{"schema":true}' : "null") + "]",
    );
  } catch (error) {
    return promiseReject(error);
  }
};

const PATH_COMPLAINT = "invalid API file path";
const builtin = (data) => {
  switch (data) {
    case "tools.search":
      return (query, options) => search(query, options);
    case "tools.describe":
      return (id) => ask(QUERY_DESCRIBE, 0, id, "describe id must be a string.");
    case "tools.call":
      return (id, input) => callById(REQUEST_CALL, id, input);
    case "tools.callValue":
      return (id, input) => callById(REQUEST_CALL_VALUE, id, input);
    case "API.list":
      return (prefix) => ask(QUERY_API_LIST, 0, prefix, isPresent(prefix) ? PATH_COMPLAINT : "");
    case "API.read":
      return (path) => ask(QUERY_API_READ, 0, path, PATH_COMPLAINT);
    case "MCP.$api":
      return () => ask(QUERY_MCP_ROOT, 0, undefined, "");
    default: {
      const server = +invoke(stringSlice, data, 9); // after "MCP.$api:"
      return (name, options) => serverApi(server, name, options);
    }
  }
};

const NODE_OBJECT = 0;
const NODE_CONSTANT = 1;
const NODE_TOOL = 2;
const NODE_MCP = 3;
const NODE_NAMESPACE = 4;

const makeNode = (node, kind, data) => {
  switch (kind) {
    case NODE_OBJECT:
      return hostScope(node);
    case NODE_CONSTANT:
      return deepFreeze(jsonParse(data));
    case NODE_TOOL:
      return (input) => call(REQUEST_CALL, data, input);
    case NODE_MCP:
      return (...args) => callMcp(data, args);
    case NODE_NAMESPACE:
      return (...args) => callNamespace(data, args);
    default:
      return builtin(data);
  }
};

// What a function is called when native does not say: the last part of its path.
const nameOf = (kind, data) => {
  if (kind === NODE_NAMESPACE) return invoke(stringSlice, data, invoke(stringLastIndexOf, data, "\0") + 1);
  if (typeof data !== "string") return "tool";
  return invoke(stringStartsWith, data, "MCP.") ? "$api" : invoke(stringSlice, data, invoke(stringLastIndexOf, data, ".") + 1);
};

const nodes = { __proto__: null };
const materialize = (node, kind, data, name) => {
  const known = nodes[node];
  if (known !== undefined) return known;
  const made = makeNode(node, kind, data);
  if (typeof made === "function") {
    define(made, "name", typeof name === "string" ? name : nameOf(kind, data), false);
    objectFreeze(made);
  }
  nodes[node] = made;
  return made;
};

let allTools;
const readAllTools = () => {
  if (allTools === undefined) allTools = deepFreeze(jsonParse(hostQuery(QUERY_ALL_TOOLS, 0, "")));
  return allTools;
};
