//! What a cell's guest sees of its catalog: the answers to its questions and its scope tree.
//!
//! Owns: the numbering of scope nodes and the meaning of bridge targets. Everything is answered from
//! the shared [`CatalogView`]; nothing here leaves the thread.

use serde_json::Value;

use super::scopes::CellScopes;
use super::view::CatalogView;
use crate::config::Limits;
use crate::declarations::{INVALID_PATH, mcp_api, server_api};
use crate::guest::{
    Child, ChildKind, NODE_API, NODE_MCP, NODE_NAMESPACES, NODE_TOOLS, Request, RequestKind, World,
};
use crate::namespaces::{Server, prepare_input};

/// Node numbers: the kind above, an index below.
const KIND_SHIFT: u32 = 20;
const INDEX_MASK: u32 = (1 << KIND_SHIFT) - 1;
const FUNCTION: u32 = 1 << KIND_SHIFT;
const TOOL: u32 = 2 << KIND_SHIFT;
const SERVER: u32 = 3 << KIND_SHIFT;
const RESOURCES: u32 = 4 << KIND_SHIFT;
const PROMPTS: u32 = 5 << KIND_SHIFT;
const METHOD: u32 = 6 << KIND_SHIFT;
const SERVER_API: u32 = 7 << KIND_SHIFT;
const SERVER_NAME: u32 = 8 << KIND_SHIFT;
/// Nodes of plugin namespaces.
pub const SCOPE: u32 = 9 << KIND_SHIFT;

/// Functions that every guest has, by the node they are in.
const FUNCTIONS: [(u32, &str, &str); 7] = [
    (NODE_TOOLS, "search", "tools.search"),
    (NODE_TOOLS, "describe", "tools.describe"),
    (NODE_TOOLS, "call", "tools.call"),
    (NODE_TOOLS, "callValue", "tools.callValue"),
    (NODE_API, "list", "API.list"),
    (NODE_API, "read", "API.read"),
    (NODE_MCP, "$api", "MCP.$api"),
];

/// One cell's world.
pub struct CellWorld<'a> {
    pub view: &'a CatalogView,
    pub limits: &'a Limits,
    pub scopes: &'a CellScopes,
}

/// What a request is for.
pub struct Target {
    /// Catalog index.
    pub entry: u32,
    /// JSON text of the tool's input.
    pub input: String,
    pub namespace: Option<(String, Vec<String>)>,
}

/// Finds the tool that a request wants and its input; the message for the guest if there is none.
pub fn resolve(
    view: &CatalogView,
    scopes: &CellScopes,
    request: &Request,
) -> Result<Target, String> {
    if request.kind == RequestKind::Namespace {
        return scopes.resolve(
            view,
            &request.target,
            request.payload.as_deref().unwrap_or("[]"),
        );
    }
    let entry: u32 = request
        .target
        .parse()
        .map_err(|_| "unknown tool".to_string())?;
    let found = view.catalog.get(entry).ok_or("unknown tool")?;
    // The guest's word is checked again: MCP entries are reached through `MCP` only, others never.
    let through_mcp = request.kind == RequestKind::Mcp;
    if through_mcp == found.is_visible() {
        return Err("unknown tool".into());
    }
    let payload = request.payload.as_deref();
    let input = if through_mcp {
        prepare_input(found.parameters.as_deref(), payload)?
    } else {
        payload.unwrap_or("{}").to_owned()
    };
    Ok(Target {
        entry,
        input,
        namespace: None,
    })
}

impl CellWorld<'_> {
    fn search(&self, args: &str) -> Result<String, String> {
        let args: Value =
            serde_json::from_str(args).map_err(|_| "search query must be a string.")?;
        let query = args["query"]
            .as_str()
            .ok_or("search query must be a string.")?;
        let most = self.limits.max_search_limit as usize;
        let limit = match &args["limit"] {
            Value::Null => self.limits.search_default_limit as usize,
            limit => limit.as_f64().map_or(most, |limit| limit as usize),
        };
        let mut out = String::from("[");
        for (k, index) in self
            .view
            .catalog
            .search(query, limit.clamp(1, most))
            .into_iter()
            .enumerate()
        {
            if k > 0 {
                out.push(',');
            }
            out.push_str(self.view.catalog.compact_json(index));
        }
        out.push(']');
        Ok(out)
    }

    fn server_api(&self, target: &str, args: &str) -> Result<String, String> {
        let unknown = || "Unknown MCP server".to_string();
        let index: usize = target.parse().map_err(|_| unknown())?;
        let server = self.view.mcp().servers.get(index).ok_or_else(unknown)?;
        let args: Value = serde_json::from_str(args).unwrap_or(Value::Null);
        let schemas = |entry| self.view.schema(entry);
        let with_schemas = args[1]["schema"] == Value::Bool(true);
        server_api(
            self.view.mcp(),
            &server.identifier,
            args[0].as_str(),
            with_schemas,
            &schemas,
        )
    }

    fn server(&self, node: u32) -> Option<(u32, &Server)> {
        let index = node & INDEX_MASK;
        Some((index, self.view.mcp().servers.get(index as usize)?))
    }

    fn server_child(&self, index: u32, server: &Server, name: &str) -> Option<Child> {
        let child = match name {
            "$api" => Child {
                node: SERVER_API | index,
                kind: ChildKind::Builtin(format!("MCP.$api:{index}")),
            },
            "$serverName" => {
                let text = super::result::string_literal(&server.server_name);
                Child {
                    node: SERVER_NAME | index,
                    kind: ChildKind::Json(text),
                }
            }
            "resources" if !server.resources.is_empty() => Child {
                node: RESOURCES | index,
                kind: ChildKind::Object,
            },
            "prompts" if !server.prompts.is_empty() => Child {
                node: PROMPTS | index,
                kind: ChildKind::Object,
            },
            _ => method_child(&server.methods, name)?,
        };
        Some(child)
    }
}

fn method_child(methods: &[crate::namespaces::Method], name: &str) -> Option<Child> {
    let method = methods.iter().find(|method| method.identifier == name)?;
    Some(Child {
        node: METHOD | method.entry,
        kind: ChildKind::Mcp(method.entry),
    })
}

fn identifiers(methods: &[crate::namespaces::Method]) -> impl Iterator<Item = String> + '_ {
    methods.iter().map(|method| method.identifier.clone())
}

impl World for CellWorld<'_> {
    fn query(&self, kind: i32, target: &str, args: &str) -> Result<String, String> {
        let catalog = &self.view.catalog;
        let schemas = |entry| self.view.schema(entry);
        let text = |what: &str| serde_json::from_str::<String>(args).map_err(|_| what.to_string());
        match kind {
            1 => self.search(args),
            2 => {
                Ok(catalog.describe_json(catalog.lookup(&text("describe id must be a string.")?)?))
            }
            3 => Ok(format!(
                r#"{{"entry":{}}}"#,
                catalog.lookup(&text("call id must be a string.")?)?
            )),
            4 => {
                let prefix: Option<String> =
                    serde_json::from_str(args).map_err(|_| INVALID_PATH)?;
                self.view.files().list(prefix.as_deref(), &schemas)
            }
            5 => self.view.files().read(&text(INVALID_PATH)?, &schemas),
            6 => Ok(mcp_api(self.view.mcp())),
            7 => self.server_api(target, args),
            8 => Ok(catalog.all_tools_json().to_owned()),
            _ => Err("unknown question".into()),
        }
    }

    fn child(&self, node: u32, name: &str) -> Option<Child> {
        if let Some(at) = FUNCTIONS
            .iter()
            .position(|(parent, own, _)| *parent == node && *own == name)
        {
            let node = FUNCTION | at as u32;
            return Some(Child {
                node,
                kind: ChildKind::Builtin(FUNCTIONS[at].2.to_owned()),
            });
        }
        match node {
            NODE_TOOLS => {
                let entry = self.view.catalog.convenience(name)?;
                return Some(Child {
                    node: TOOL | entry,
                    kind: ChildKind::Tool(entry),
                });
            }
            NODE_MCP => {
                let index = self
                    .view
                    .mcp()
                    .servers
                    .iter()
                    .position(|server| server.identifier == name)?;
                return Some(Child {
                    node: SERVER | index as u32,
                    kind: ChildKind::Object,
                });
            }
            NODE_NAMESPACES => return self.scopes.named(name, SCOPE),
            NODE_API => return None,
            _ => {}
        }
        if node & !INDEX_MASK == SCOPE {
            return self.scopes.child(node & INDEX_MASK, name, SCOPE);
        }
        let (index, server) = self.server(node)?;
        match node & !INDEX_MASK {
            SERVER => self.server_child(index, server, name),
            RESOURCES => method_child(&server.resources, name),
            PROMPTS => method_child(&server.prompts, name),
            _ => None,
        }
    }

    fn names(&self, node: u32) -> Vec<String> {
        let own = FUNCTIONS
            .iter()
            .filter(|(parent, ..)| *parent == node)
            .map(|(_, name, _)| (*name).to_owned());
        match node {
            NODE_TOOLS => own
                .chain(
                    self.view
                        .catalog
                        .convenience_names()
                        .map(|(name, _)| name.to_owned()),
                )
                .collect(),
            NODE_MCP => own
                .chain(
                    self.view
                        .mcp()
                        .servers
                        .iter()
                        .map(|server| server.identifier.clone()),
                )
                .collect(),
            NODE_NAMESPACES => self.scopes.names().map(str::to_owned).collect(),
            NODE_API => own.collect(),
            _ if node & !INDEX_MASK == SCOPE => self
                .scopes
                .child_names(node & INDEX_MASK)
                .map(str::to_owned)
                .collect(),
            _ => {
                let Some((_, server)) = self.server(node) else {
                    return Vec::new();
                };
                match node & !INDEX_MASK {
                    SERVER => {
                        let groups = [
                            ("resources", &server.resources),
                            ("prompts", &server.prompts),
                        ];
                        let groups = groups
                            .into_iter()
                            .filter(|(_, methods)| !methods.is_empty());
                        ["$api", "$serverName"]
                            .into_iter()
                            .chain(groups.map(|(name, _)| name))
                            .map(str::to_owned)
                            .chain(identifiers(&server.methods))
                            .collect()
                    }
                    RESOURCES => identifiers(&server.resources).collect(),
                    PROMPTS => identifiers(&server.prompts).collect(),
                    _ => Vec::new(),
                }
            }
        }
    }
}
