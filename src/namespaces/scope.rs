//! What a namespace looks like in the guest: the descriptor that the host made of the object that
//! `createScope` returned.
//!
//! Owns: the descriptor's form, its bounds, the path rules, and finding the tool behind a path. Does
//! not own: the walk over the host's objects (JavaScript) and the call. Any thread may call it.
//!
//! The form is JSON text. `entries` is a list of pairs so that no key means anything to a JSON
//! reader, `__proto__` included:
//!
//! ```json
//! {"kind":"object","entries":[["name", <node>], …]}
//! {"kind":"array","items":[<node>, …]}
//! {"kind":"value","json":<any JSON>}
//! {"kind":"call","tool":"tool_name"}
//! ```

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::identifiers::{THENABLE, is_unsafe_key};
use super::mcp::cut;

/// Longest descriptor, in bytes.
pub const MAX_SCOPE_BYTES: usize = 1 << 20;
/// Objects and arrays within each other. JSON is read to a depth of 127, and a level here takes
/// three levels there.
pub const MAX_SCOPE_DEPTH: usize = 32;
/// Nodes in all.
pub const MAX_SCOPE_NODES: usize = 10_000;
/// How much of a hostile name a message repeats, in bytes.
const MAX_SHOWN_BYTES: usize = 200;

/// One part of a scope.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A frozen object without prototype.
    Object(Vec<(String, Node)>),
    /// A frozen array.
    Array(Vec<Node>),
    /// Data, as JSON text.
    Value(String),
    /// A function that calls this tool.
    Call { tool: String },
}

/// The scope of one namespace, checked.
#[derive(Clone, Debug)]
pub struct Scope {
    root: Node,
    /// Tool by path; the key is the JSON text of the path's segments, which no segment can forge.
    calls: HashMap<String, String>,
    declared: HashSet<String>,
}

impl Scope {
    /// Reads a descriptor. `id`, the namespace's, is for messages; `declared` are the namespace's
    /// `requiredToolNames`; the error is the exact message. A call to a tool that is not declared is
    /// refused when it is made, not here.
    pub fn parse(id: &str, text: &str, declared: &[impl AsRef<str>]) -> Result<Self, String> {
        let name = cut(id, MAX_SHOWN_BYTES);
        if text.len() > MAX_SCOPE_BYTES {
            return Err(format!(
                "Code mode namespace \"{name}\" scope is larger than {MAX_SCOPE_BYTES} bytes."
            ));
        }
        let value: Value = serde_json::from_str(text)
            .map_err(|_| format!("Code mode namespace \"{name}\" scope could not be read."))?;
        let mut reader = Reader {
            name,
            nodes: 0,
            path: Vec::new(),
            calls: HashMap::new(),
        };
        let root = reader.node(value)?;
        if !matches!(root, Node::Object(_)) {
            return Err(format!(
                "Code mode namespace \"{name}\" createScope must return an object."
            ));
        }
        Ok(Self {
            root,
            calls: reader.calls,
            declared: declared
                .iter()
                .map(|tool| tool.as_ref().to_owned())
                .collect(),
        })
    }

    /// The whole scope.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// How many callable paths there are.
    pub fn call_count(&self) -> usize {
        self.calls.len()
    }

    /// The tool behind a path that guest code called. The guest may send any path: one that was not
    /// serialised as a call is refused with the exact message, and so is a tool outside
    /// `requiredToolNames`.
    pub fn tool<S: AsRef<str>>(&self, path: &[S]) -> Result<&str, String> {
        match self.calls.get(&key(path)) {
            Some(tool) if self.declared.contains(tool) => Ok(tool),
            Some(tool) => Err(undeclared_tool(tool)),
            None => {
                let dotted: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
                Err(format!(
                    "Code mode namespace path is not callable: {}",
                    cut(&dotted.join("."), MAX_SHOWN_BYTES)
                ))
            }
        }
    }
}

/// The message for an id that no visible namespace has.
pub fn unknown_namespace(id: &str) -> String {
    format!("Unknown code mode namespace: {}", cut(id, MAX_SHOWN_BYTES))
}

/// The message for a call to a tool outside `requiredToolNames`.
pub fn undeclared_tool(tool: &str) -> String {
    format!(
        "Code mode namespace path targets undeclared tool: {}",
        cut(tool, MAX_SHOWN_BYTES)
    )
}

/// The message for a call to a tool that is not, or no longer, in the run's catalog.
pub fn invisible_tool(tool: &str) -> String {
    format!(
        "namespace tool is not visible in the run catalog: {}",
        cut(tool, MAX_SHOWN_BYTES)
    )
}

/// Checks one key of a scope.
pub fn check_segment(segment: &str) -> Result<(), String> {
    if !segment.is_empty() && !is_unsafe_key(segment) && !segment.contains('\0') {
        return Ok(());
    }
    let shown = if segment.is_empty() {
        "(empty)"
    } else {
        cut(segment, MAX_SHOWN_BYTES)
    };
    Err(invalid_segment(shown))
}

fn invalid_segment(shown: &str) -> String {
    format!("Invalid code mode namespace path segment: {shown}")
}

fn key<S: AsRef<str>>(path: &[S]) -> String {
    let mut key = String::new();
    for segment in path {
        let segment = segment.as_ref();
        // Length before text, so that no two paths share a key.
        key.push_str(&segment.len().to_string());
        key.push(':');
        key.push_str(segment);
    }
    key
}

struct Reader<'a> {
    name: &'a str,
    nodes: usize,
    path: Vec<String>,
    calls: HashMap<String, String>,
}

impl Reader<'_> {
    fn node(&mut self, value: Value) -> Result<Node, String> {
        self.nodes += 1;
        if self.nodes > MAX_SCOPE_NODES || self.path.len() > MAX_SCOPE_DEPTH {
            return Err(format!(
                "Code mode namespace \"{}\" scope is too large or too deep.",
                self.name
            ));
        }
        let Value::Object(mut fields) = value else {
            return self.unreadable();
        };
        let kind = fields.remove("kind");
        match kind.as_ref().and_then(Value::as_str) {
            Some("object") => {
                let Some(Value::Array(pairs)) = fields.remove("entries") else {
                    return self.unreadable();
                };
                let mut entries = Vec::with_capacity(pairs.len().min(MAX_SCOPE_NODES));
                let mut seen = HashSet::new();
                for pair in pairs {
                    let Value::Array(pair) = pair else {
                        return self.unreadable();
                    };
                    let Ok([Value::String(name), node]) = <[Value; 2]>::try_from(pair) else {
                        return self.unreadable();
                    };
                    check_segment(&name)?;
                    if !seen.insert(name.clone()) {
                        return self.unreadable();
                    }
                    self.path.push(name.clone());
                    let node = self.node(node)?;
                    self.path.pop();
                    entries.push((name, node));
                }
                Ok(Node::Object(entries))
            }
            Some("array") => {
                let Some(Value::Array(items)) = fields.remove("items") else {
                    return self.unreadable();
                };
                let mut nodes = Vec::with_capacity(items.len().min(MAX_SCOPE_NODES));
                for (at, item) in items.into_iter().enumerate() {
                    self.path.push(at.to_string());
                    nodes.push(self.node(item)?);
                    self.path.pop();
                }
                Ok(Node::Array(nodes))
            }
            Some("value") => match fields.remove("json") {
                Some(value) => Ok(Node::Value(value.to_string())),
                None => self.unreadable(),
            },
            Some("call") => match fields.remove("tool") {
                Some(Value::String(tool)) if !tool.trim().is_empty() => {
                    if self.path.last().is_some_and(|name| name == THENABLE) {
                        return Err(invalid_segment(THENABLE));
                    }
                    self.calls.insert(key(&self.path), tool.clone());
                    Ok(Node::Call { tool })
                }
                _ => self.unreadable(),
            },
            _ => self.unreadable(),
        }
    }

    fn unreadable<T>(&self) -> Result<T, String> {
        Err(format!(
            "Code mode namespace \"{}\" scope could not be read.",
            self.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: [&str; 2] = ["list", "update"];

    fn parse(text: &str) -> Result<Scope, String> {
        Scope::parse("Issues", text, &TOOLS)
    }

    fn object(entries: &str) -> String {
        format!(r#"{{"kind":"object","entries":[{entries}]}}"#)
    }

    #[test]
    fn calls_are_found_by_path() {
        let inner = object(r#"["update",{"kind":"call","tool":"update"}]"#);
        let text = object(&format!(
            r#"["list",{{"kind":"call","tool":"list"}}],["repo",{{"kind":"value","json":{{"a":1}}}}],
               ["deep",{inner}],["many",{{"kind":"array","items":[{{"kind":"call","tool":"list"}}]}}]"#
        ));
        let scope = parse(&text).unwrap();
        assert_eq!(scope.tool(&["list"]), Ok("list"));
        assert_eq!(scope.tool(&["deep", "update"]), Ok("update"));
        assert_eq!(scope.tool(&["many", "0"]), Ok("list"));
        assert_eq!(scope.call_count(), 3);
    }

    #[test]
    fn a_path_that_is_no_call_is_refused() {
        let text =
            object(r#"["a.b",{"kind":"call","tool":"list"}],["repo",{"kind":"value","json":1}]"#);
        let scope = parse(&text).unwrap();
        for path in [
            &["a", "b"][..],
            &["repo"],
            &["nothing"],
            &["__proto__"],
            &[],
            &["a.b", ""],
        ] {
            assert_eq!(
                scope.tool(path).unwrap_err(),
                format!(
                    "Code mode namespace path is not callable: {}",
                    path.join(".")
                )
            );
        }
        assert_eq!(scope.tool(&["a.b"]), Ok("list"));
    }

    #[test]
    fn unsafe_keys_are_refused() {
        for (key, shown) in [
            ("__proto__", "__proto__"),
            ("constructor", "constructor"),
            ("prototype", "prototype"),
            ("", "(empty)"),
            ("a\\u0000b", "a\0b"),
        ] {
            let text = object(&format!(r#"["{key}",{{"kind":"value","json":1}}]"#));
            assert_eq!(
                parse(&text).unwrap_err(),
                format!("Invalid code mode namespace path segment: {shown}")
            );
        }
    }

    #[test]
    fn a_call_to_an_undeclared_tool_is_refused() {
        let text = object(r#"["x",{"kind":"call","tool":"other"}]"#);
        assert_eq!(
            parse(&text).unwrap().tool(&["x"]).unwrap_err(),
            "Code mode namespace path targets undeclared tool: other"
        );
    }

    #[test]
    fn the_root_is_an_object() {
        for text in [
            r#"{"kind":"value","json":1}"#,
            r#"{"kind":"call","tool":"list"}"#,
            r#"{"kind":"array","items":[]}"#,
        ] {
            assert_eq!(
                parse(text).unwrap_err(),
                "Code mode namespace \"Issues\" createScope must return an object."
            );
        }
    }

    #[test]
    fn malformed_descriptors_are_refused() {
        for text in [
            "",
            "1",
            "{}",
            r#"{"kind":"object"}"#,
            r#"{"kind":"object","entries":[["a"]]}"#,
            r#"{"kind":"object","entries":[[1,{"kind":"value","json":1}]]}"#,
            r#"{"kind":"object","entries":[["a",{"kind":"value"}]]}"#,
            r#"{"kind":"object","entries":[["a",{"kind":"call","tool":" "}]]}"#,
        ] {
            assert_eq!(
                parse(text).unwrap_err(),
                "Code mode namespace \"Issues\" scope could not be read."
            );
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |levels: usize| {
            let mut text = r#"{"kind":"value","json":1}"#.to_owned();
            for _ in 0..levels {
                text = object(&format!(r#"["a",{text}]"#));
            }
            parse(&text).map(|_| ())
        };
        assert_eq!(nested(MAX_SCOPE_DEPTH), Ok(()));
        assert!(nested(MAX_SCOPE_DEPTH + 1).is_err());
        assert!(nested(1000).is_err());
    }

    #[test]
    fn the_number_of_nodes_is_bounded() {
        let flat = |count: usize| {
            let entries: Vec<String> = (0..count)
                .map(|n| format!(r#"["k{n}",{{"kind":"value","json":1}}]"#))
                .collect();
            parse(&object(&entries.join(","))).map(|_| ())
        };
        assert_eq!(flat(MAX_SCOPE_NODES - 1), Ok(()));
        assert!(flat(MAX_SCOPE_NODES).is_err());
    }
}
