//! The projection of MCP catalog entries onto `MCP.<server>.<method>`.
//!
//! Owns: how servers and methods are grouped, ordered and named. Does not own: declarations of
//! them, nor the calls. Built once per catalog; owned data that any thread may read.

use std::collections::{BTreeMap, HashMap};

use super::identifiers::{Names, identifier};

/// Longest tool description that is kept, in bytes: it is repeated in `$api` answers and doc
/// comments, and MCP servers that no one here wrote supply it.
pub const MAX_DESCRIPTION_BYTES: usize = 4096;
/// Longest server, tool or entry name that is kept for display, in bytes.
pub const MAX_NAME_BYTES: usize = 512;

/// What an MCP catalog entry does on its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    Tool,
    ResourcesList,
    ResourcesRead,
    PromptsList,
    PromptsGet,
}

impl Operation {
    /// The name used by the gateway and in `$api` answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::ResourcesList => "resources_list",
            Self::ResourcesRead => "resources_read",
            Self::PromptsList => "prompts_list",
            Self::PromptsGet => "prompts_get",
        }
    }

    /// The operation of this name; anything unknown is a plain tool.
    pub fn from_name(name: &str) -> Self {
        match name {
            "resources_list" => Self::ResourcesList,
            "resources_read" => Self::ResourcesRead,
            "prompts_list" => Self::PromptsList,
            "prompts_get" => Self::PromptsGet,
            _ => Self::Tool,
        }
    }
}

/// One MCP entry of the catalog, as the projection needs it.
#[derive(Clone, Copy, Debug)]
pub struct McpTool<'a> {
    /// Index in the catalog; handed back untouched.
    pub entry: u32,
    /// Catalog id; decides the order in which names are given.
    pub id: &'a str,
    /// The gateway's name of the tool.
    pub name: &'a str,
    pub description: &'a str,
    pub server_name: &'a str,
    /// The gateway's short name of the server; the identifier comes from it when it is there.
    pub safe_server_name: Option<&'a str>,
    /// The server's own name of the tool.
    pub tool_name: &'a str,
    pub operation: Operation,
    /// JSON Schema text of the input, if the tool has one.
    pub parameters: Option<&'a str>,
}

/// All visible MCP servers with their methods.
#[derive(Debug, Default)]
pub struct McpProjection {
    /// In the order of their names.
    pub servers: Vec<Server>,
    by_path: HashMap<String, (u32, Group, u32)>,
}

/// One server.
#[derive(Debug)]
pub struct Server {
    /// `MCP.<identifier>`.
    pub identifier: String,
    pub server_name: String,
    /// Tools, in id order.
    pub methods: Vec<Method>,
    /// `MCP.<identifier>.resources.*`.
    pub resources: Vec<Method>,
    /// `MCP.<identifier>.prompts.*`.
    pub prompts: Vec<Method>,
}

impl Server {
    /// Tools, then resources, then prompts.
    pub fn all(&self) -> impl Iterator<Item = &Method> {
        self.methods
            .iter()
            .chain(&self.resources)
            .chain(&self.prompts)
    }

    /// How many callable methods the server has.
    pub fn len(&self) -> usize {
        self.methods.len() + self.resources.len() + self.prompts.len()
    }

    /// Never true in a projection: a server is there because of a method.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finds a method by its name (`createIssue`, `resources.read`), its dotted path
    /// (`MCP.github.createIssue`) or the server's own tool name, in this order.
    pub fn find(&self, name: &str) -> Option<&Method> {
        self.all()
            .find(|method| method.name() == name)
            .or_else(|| self.all().find(|method| method.path == name))
            .or_else(|| self.all().find(|method| method.tool_name == name))
    }
}

/// One callable method.
#[derive(Debug)]
pub struct Method {
    /// Last part of the path: `createIssue`, `read`.
    pub identifier: String,
    /// Complete path: `MCP.github.createIssue`, `MCP.docs.resources.read`.
    pub path: String,
    /// The server's own name of the tool.
    pub tool_name: String,
    /// Index in the catalog.
    pub entry: u32,
    pub operation: Operation,
    /// At most [`MAX_DESCRIPTION_BYTES`].
    pub description: String,
    /// Where in `path` the part after `MCP.<server>.` begins.
    name_at: usize,
}

impl Method {
    /// The path below the server: `createIssue`, `resources.read`.
    pub fn name(&self) -> &str {
        self.path.get(self.name_at..).unwrap_or("")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Methods,
    Resources,
    Prompts,
}

impl McpProjection {
    /// Groups and names the tools. The outcome depends on the set of tools only, not on the order
    /// in which they come.
    pub fn build<'a>(tools: impl Iterator<Item = McpTool<'a>>) -> Self {
        let mut tools: Vec<McpTool<'a>> = tools.collect();
        tools.sort_by(|a, b| (a.id, a.tool_name, a.name).cmp(&(b.id, b.tool_name, b.name)));

        // The short name groups the way the gateway does; the full one keeps two servers apart that
        // were shortened to the same.
        let mut grouped: BTreeMap<(&str, &str), Vec<McpTool<'a>>> = BTreeMap::new();
        for tool in tools {
            let short = match tool.safe_server_name {
                Some(name) if !name.is_empty() => name,
                _ => tool.server_name,
            };
            grouped
                .entry((short, tool.server_name))
                .or_default()
                .push(tool);
        }

        // `mcp/index.d.ts` is the root file, so no server may own the file of that name.
        let mut names = Names::with_taken(&["$api", "index"]);
        let mut projection = Self::default();
        for ((short, server_name), tools) in grouped {
            let server = Server::build(names.take(identifier(short, "server")), server_name, tools);
            projection.add(server);
        }
        projection
    }

    fn add(&mut self, server: Server) {
        let index = position(self.servers.len());
        for (group, methods) in [
            (Group::Methods, &server.methods),
            (Group::Resources, &server.resources),
            (Group::Prompts, &server.prompts),
        ] {
            for (at, method) in methods.iter().enumerate() {
                self.by_path
                    .insert(method.path.clone(), (index, group, position(at)));
            }
        }
        self.servers.push(server);
    }

    /// The method at a complete path such as `MCP.github.createIssue`.
    pub fn method(&self, path: &str) -> Option<&Method> {
        let (server, group, at) = *self.by_path.get(path)?;
        let server = self.servers.get(server as usize)?;
        let methods = match group {
            Group::Methods => &server.methods,
            Group::Resources => &server.resources,
            Group::Prompts => &server.prompts,
        };
        methods.get(at as usize)
    }

    /// The server with this identifier.
    pub fn server(&self, identifier: &str) -> Option<&Server> {
        self.servers
            .iter()
            .find(|server| server.identifier == identifier)
    }

    /// No server is visible.
    pub fn is_empty(&self) -> bool {
        self.servers.is_empty()
    }

    /// How many methods there are in all.
    pub fn method_count(&self) -> usize {
        self.by_path.len()
    }
}

fn position(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Server {
    fn build(identifier: String, server_name: &str, tools: Vec<McpTool<'_>>) -> Self {
        let mut server = Self {
            identifier,
            server_name: cut(server_name, MAX_NAME_BYTES).to_owned(),
            methods: Vec::new(),
            resources: Vec::new(),
            prompts: Vec::new(),
        };
        let mut tool_names = Names::with_taken(&["$api", "$serverName", "resources", "prompts"]);
        let mut resource_names = Names::default();
        let mut prompt_names = Names::default();
        for tool in tools {
            let (group, names, prefix, base) = match tool.operation {
                Operation::Tool => (
                    &mut server.methods,
                    &mut tool_names,
                    "",
                    self::identifier(tool.tool_name, "tool"),
                ),
                Operation::ResourcesList => (
                    &mut server.resources,
                    &mut resource_names,
                    "resources.",
                    "list".to_owned(),
                ),
                Operation::ResourcesRead => (
                    &mut server.resources,
                    &mut resource_names,
                    "resources.",
                    "read".to_owned(),
                ),
                Operation::PromptsList => (
                    &mut server.prompts,
                    &mut prompt_names,
                    "prompts.",
                    "list".to_owned(),
                ),
                Operation::PromptsGet => (
                    &mut server.prompts,
                    &mut prompt_names,
                    "prompts.",
                    "get".to_owned(),
                ),
            };
            let method = names.take(base);
            let above = format!("MCP.{}.", server.identifier);
            group.push(Method {
                path: format!("{above}{prefix}{method}"),
                name_at: above.len(),
                identifier: method,
                tool_name: cut(tool.tool_name, MAX_NAME_BYTES).to_owned(),
                entry: tool.entry,
                operation: tool.operation,
                description: cut(tool.description, MAX_DESCRIPTION_BYTES).to_owned(),
            });
        }
        server
    }
}

/// The beginning of `text`, at most `max` bytes, cut between characters.
pub(crate) fn cut(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

#[cfg(test)]
mod tests;
