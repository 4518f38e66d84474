//! The plugin namespaces of one cell: their scopes as numbered nodes, and what their calls mean.
//!
//! Owns: the flat form of scope descriptors in which the guest touches them, and the check of every
//! call against what was serialised. Does not own: the rules of descriptors (`namespaces::scope`) or
//! the walk over what `createScope` returned (the host).

use std::ffi::CString;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::view::CatalogView;
use super::world::Target;
use crate::error::{ErrorCode, Failure, NamespaceOwner};
use crate::guest::{Child, ChildKind};
use crate::namespaces::scope::{invisible_tool, unknown_namespace};
use crate::namespaces::{Node, Scope};

/// Separates id and path segments in a bridge target; no segment can hold it.
const SEPARATOR: char = '\0';

/// What the host hands over: an array of these, as JSON text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described<'a> {
    id: String,
    plugin_id: String,
    global_name: String,
    tools: Vec<String>,
    #[serde(borrow)]
    scope: &'a RawValue,
}

struct Namespace {
    id: String,
    plugin_id: String,
    global_name: String,
    scope: Scope,
    root: u32,
}

enum Flat {
    Object(Vec<(String, u32)>),
    Json(String),
    /// The bridge target.
    Call(String),
}

/// The namespaces of one cell. Built before the cell starts, read-only afterwards.
#[derive(Default)]
pub struct CellScopes {
    namespaces: Vec<Namespace>,
    nodes: Vec<Flat>,
}

impl CellScopes {
    /// Reads the host's description: JSON array of `{ id, pluginId, globalName, tools, scope }`, `scope`
    /// being a descriptor. `Err` carries the exact message of the rule that was broken.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let invalid = |message: String| Failure::new(ErrorCode::InvalidInput, message);
        let described: Vec<Described<'_>> = serde_json::from_str(text)
            .map_err(|_| invalid("Code mode namespaces could not be read.".into()))?;
        let mut scopes = Self::default();
        for one in described {
            let scope = Scope::parse(&one.id, one.scope.get(), &one.tools).map_err(|message| {
                // Most of these messages name a path, and paths of two namespaces may be the same.
                let owner = NamespaceOwner {
                    id: one.id.clone(),
                    plugin_id: one.plugin_id.clone(),
                };
                Failure {
                    namespace: Some(Box::new(owner)),
                    ..invalid(message)
                }
            })?;
            let root = scopes.flatten(scope.root(), one.id.clone());
            scopes.namespaces.push(Namespace {
                id: one.id,
                plugin_id: one.plugin_id,
                global_name: one.global_name,
                scope,
                root,
            });
        }
        Ok(scopes)
    }

    /// Depth is bounded by the descriptor's own rules.
    fn flatten(&mut self, node: &Node, path: String) -> u32 {
        let flat = match node {
            Node::Value(json) => Flat::Json(json.clone()),
            Node::Call { .. } => Flat::Call(path),
            Node::Array(items) => match json_array(items) {
                Some(json) => Flat::Json(json),
                // An array with functions in it: an object with its indices.
                None => {
                    let entries = items
                        .iter()
                        .enumerate()
                        .map(|(k, item)| (k.to_string(), item));
                    let mut entries = self.flatten_entries(entries, &path);
                    let length = self.push(Flat::Json(items.len().to_string()));
                    entries.push(("length".to_owned(), length));
                    Flat::Object(entries)
                }
            },
            Node::Object(entries) => {
                let entries = entries.iter().map(|(name, node)| (name.clone(), node));
                Flat::Object(self.flatten_entries(entries, &path))
            }
        };
        self.push(flat)
    }

    fn flatten_entries<'n>(
        &mut self,
        entries: impl Iterator<Item = (String, &'n Node)>,
        path: &str,
    ) -> Vec<(String, u32)> {
        entries
            .map(|(name, node)| {
                let node = self.flatten(node, format!("{path}{SEPARATOR}{name}"));
                (name, node)
            })
            .collect()
    }

    fn push(&mut self, flat: Flat) -> u32 {
        self.nodes.push(flat);
        (self.nodes.len() - 1) as u32
    }

    /// Names and nodes of the globals, `base` being the number of node 0.
    pub fn globals(&self, base: u32) -> Vec<(CString, u32)> {
        let named = self.namespaces.iter();
        named
            .filter_map(|one| {
                Some((
                    CString::new(one.global_name.as_str()).ok()?,
                    base | one.root,
                ))
            })
            .collect()
    }

    /// Names in `namespaces`.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.namespaces.iter().map(|one| one.global_name.as_str())
    }

    /// Paths of the functions of the namespace with this global, such as `issues.list`.
    pub fn functions(&self, global: &str) -> Vec<String> {
        let mut found = Vec::new();
        let Some(one) = self.namespaces.iter().find(|one| one.global_name == global) else {
            return found;
        };
        let mut open = vec![(one.root, String::new())];
        while let Some((node, path)) = open.pop() {
            match &self.nodes[node as usize] {
                Flat::Object(entries) => {
                    open.extend(entries.iter().rev().map(|(name, child)| {
                        let dot = if path.is_empty() { "" } else { "." };
                        (*child, format!("{path}{dot}{name}"))
                    }));
                }
                Flat::Call(_) => found.push(path),
                Flat::Json(_) => {}
            }
        }
        found
    }

    /// A member of `namespaces`.
    pub fn named(&self, name: &str, base: u32) -> Option<Child> {
        let one = self.namespaces.iter().find(|one| one.global_name == name)?;
        Some(self.as_child(one.root, base))
    }

    fn as_child(&self, index: u32, base: u32) -> Child {
        let kind = match &self.nodes[index as usize] {
            Flat::Object(_) => ChildKind::Object,
            Flat::Json(json) => ChildKind::Json(json.clone()),
            Flat::Call(target) => ChildKind::Namespace(target.clone()),
        };
        Child {
            node: base | index,
            kind,
        }
    }

    fn entries(&self, index: u32) -> &[(String, u32)] {
        match self.nodes.get(index as usize) {
            Some(Flat::Object(entries)) => entries,
            _ => &[],
        }
    }

    /// A property of the scope object `index`.
    pub fn child(&self, index: u32, name: &str, base: u32) -> Option<Child> {
        let (_, node) = self.entries(index).iter().find(|(own, _)| own == name)?;
        Some(self.as_child(*node, base))
    }

    /// Property names of the scope object `index`.
    pub fn child_names(&self, index: u32) -> impl Iterator<Item = &str> {
        self.entries(index).iter().map(|(name, _)| name.as_str())
    }

    /// The catalog call that a bridge target stands for. `input` is the JSON array of the guest's
    /// arguments, which the host maps.
    pub fn resolve(&self, view: &CatalogView, target: &str, input: &str) -> Result<Target, String> {
        let mut parts = target.split(SEPARATOR);
        let id = parts.next().unwrap_or_default();
        let path: Vec<String> = parts.map(str::to_owned).collect();
        let one = self
            .namespaces
            .iter()
            .find(|one| one.id == id)
            .ok_or_else(|| unknown_namespace(id))?;
        let tool = one.scope.tool(&path)?;
        let owned = |entry: &crate::catalog::Entry| {
            &*entry.name == tool && entry.source_name.as_deref() == Some(one.plugin_id.as_str())
        };
        let entry = view
            .catalog
            .entries()
            .iter()
            .position(owned)
            .ok_or_else(|| invisible_tool(tool))?;
        Ok(Target {
            entry: entry as u32,
            input: input.to_owned(),
            namespace: Some((one.id.clone(), path)),
        })
    }
}

/// JSON text of an array without functions in it.
fn json_array(items: &[Node]) -> Option<String> {
    let items: Vec<String> = items.iter().map(json_text).collect::<Option<_>>()?;
    Some(format!("[{}]", items.join(",")))
}

fn json_text(node: &Node) -> Option<String> {
    match node {
        Node::Value(json) => Some(json.clone()),
        Node::Call { .. } => None,
        Node::Array(items) => json_array(items),
        Node::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(name, node)| {
                    Some(format!(
                        "{}:{}",
                        super::result::string_literal(name),
                        json_text(node)?
                    ))
                })
                .collect::<Option<_>>()?;
            Some(format!("{{{}}}", entries.join(",")))
        }
    }
}
