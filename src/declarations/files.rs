//! The virtual API files that a guest lists and reads.
//!
//! Owns: which files exist, their paths, and the answers of `API.list` and `API.read` as JSON text.
//! Does not own: the files' text (`server_file`, `tool_file`).
//!
//! Made once per catalog and shared by all its cells; a file is rendered when it is first needed.
//! Any thread may call it; two threads that want one file at once render it once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::Schemas;
use super::render::cost_of_one;
use super::server_file::{self, MAX_DOC_BYTES, MAX_SHOWN_NAME_BYTES, tool_count};
use super::text::{comment_line, cut};
use super::tool_file::{self, Tool};
use crate::namespaces::McpProjection;
use crate::namespaces::identifiers::{MAX_IDENTIFIER_BYTES, Names, identifier};
use crate::namespaces::mcp::MAX_NAME_BYTES;

/// What `API.list` and `API.read` say to a path that cannot be one. Also right for a value that is
/// no string.
pub const INVALID_PATH: &str = "invalid API file path";
/// How much of an unknown path an error repeats, in bytes.
const MAX_SHOWN_PATH_BYTES: usize = 200;
/// Bytes of a file's description.
const MAX_FILE_DESCRIPTION_BYTES: usize = 160;
/// Rendered text that is kept for the next reader, in bytes, over all files of a catalog. Beyond it a
/// file is rendered anew each time it is read, and only its length is kept.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// A tool that is no MCP tool, as its file needs it.
#[derive(Clone, Copy, Debug)]
pub struct NativeTool<'a> {
    /// Index in the catalog; handed to [`Schemas`].
    pub entry: u32,
    pub id: &'a str,
    pub name: &'a str,
    pub description: &'a str,
}

/// The files of one catalog.
pub struct ApiFiles {
    projection: Arc<McpProjection>,
    tools: Vec<OwnTool>,
    files: Vec<File>,
    by_path: HashMap<String, usize>,
    kept: AtomicUsize,
}

struct OwnTool {
    entry: u32,
    id: String,
    name: String,
    description: String,
    unique: bool,
    stem: String,
}

struct File {
    path: String,
    subject: Subject,
    bytes: OnceLock<usize>,
    content: OnceLock<String>,
}

#[derive(Clone, Copy)]
enum Subject {
    McpIndex,
    Server(usize),
    ToolsIndex,
    Tool(usize),
}

impl ApiFiles {
    /// Names the files; renders nothing yet. `native` may come in any order.
    pub fn new<'a>(
        projection: Arc<McpProjection>,
        native: impl IntoIterator<Item = NativeTool<'a>>,
    ) -> Self {
        let mut files = Self {
            tools: own_tools(native.into_iter().collect()),
            projection,
            files: Vec::new(),
            by_path: HashMap::new(),
            kept: AtomicUsize::new(0),
        };
        if !files.projection.is_empty() {
            files.add("mcp/index.d.ts".to_owned(), Subject::McpIndex);
            let names = files.projection.servers.iter();
            let paths: Vec<String> = names
                .map(|server| format!("mcp/{}.d.ts", server.identifier))
                .collect();
            for (at, path) in paths.into_iter().enumerate() {
                files.add(path, Subject::Server(at));
            }
        }
        if !files.tools.is_empty() {
            files.add("tools/index.d.ts".to_owned(), Subject::ToolsIndex);
            let stems = files.tools.iter();
            let paths: Vec<String> = stems
                .map(|tool| format!("tools/{}.d.ts", tool.stem))
                .collect();
            for (at, path) in paths.into_iter().enumerate() {
                files.add(path, Subject::Tool(at));
            }
        }
        files
    }

    fn add(&mut self, path: String, subject: Subject) {
        self.by_path.insert(path.clone(), self.files.len());
        self.files.push(File {
            path,
            subject,
            bytes: OnceLock::new(),
            content: OnceLock::new(),
        });
    }

    /// The answer of `API.list(prefix?)` as JSON text, or the exact catchable message. A prefix is a
    /// whole path or a folder.
    pub fn list(&self, prefix: Option<&str>, schemas: Schemas<'_, '_>) -> Result<String, String> {
        let prefix = match prefix {
            Some(prefix) => Some(checked(prefix.trim().trim_end_matches('/'))?),
            None => None,
        };
        let mut out = "{\"files\":[".to_owned();
        let mut first = true;
        for file in &self.files {
            let listed = prefix.is_none_or(|prefix| {
                file.path
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
            if !listed {
                continue;
            }
            if !std::mem::take(&mut first) {
                out.push(',');
            }
            out.push_str("{\"path\":");
            push_json(&mut out, &file.path);
            self.push_details(&mut out, file, self.bytes(file, schemas));
        }
        out.push_str("]}");
        Ok(out)
    }

    /// The answer of `API.read(path)` as JSON text, or the exact catchable message.
    pub fn read(&self, path: &str, schemas: Schemas<'_, '_>) -> Result<String, String> {
        let path = checked(path.trim())?;
        let file = self
            .by_path
            .get(path)
            .and_then(|at| self.files.get(*at))
            .ok_or_else(|| format!("Unknown API file: {}", cut(path, MAX_SHOWN_PATH_BYTES)))?;
        let content = self.content(file, schemas);
        let mut out = String::with_capacity(content.len() + content.len() / 8 + 256);
        out.push_str("{\"path\":");
        push_json(&mut out, &file.path);
        out.push_str(",\"content\":");
        push_json(&mut out, &content);
        self.push_details(&mut out, file, content.len());
        Ok(out)
    }

    /// Every file as (path, description, content), for whoever needs the whole table at once.
    pub fn all<'f>(
        &'f self,
        schemas: Schemas<'f, 'f>,
    ) -> impl Iterator<Item = (&'f str, String, String)> {
        self.files.iter().map(move |file| {
            let content = self.content(file, schemas).into_owned();
            (file.path.as_str(), self.description(file), content)
        })
    }

    fn push_details(&self, out: &mut String, file: &File, bytes: usize) {
        out.push_str(",\"description\":");
        push_json(out, &self.description(file));
        out.push_str(",\"bytes\":");
        out.push_str(&bytes.to_string());
        out.push('}');
    }

    fn description(&self, file: &File) -> String {
        match file.subject {
            Subject::McpIndex => "MCP namespace and its servers.".to_owned(),
            Subject::Server(at) => {
                self.projection
                    .servers
                    .get(at)
                    .map_or_else(String::new, |server| {
                        format!(
                            "MCP server {} ({}).",
                            comment_line(&server.server_name, MAX_SHOWN_NAME_BYTES),
                            tool_count(server.len()),
                        )
                    })
            }
            Subject::ToolsIndex => "Methods and types of `tools`.".to_owned(),
            Subject::Tool(at) => self.tools.get(at).map_or_else(String::new, |tool| {
                let first = tool
                    .description
                    .lines()
                    .find(|line| !line.trim().is_empty());
                comment_line(first.unwrap_or(&tool.id), MAX_FILE_DESCRIPTION_BYTES)
            }),
        }
    }

    fn bytes(&self, file: &File, schemas: Schemas<'_, '_>) -> usize {
        *file.bytes.get_or_init(|| self.content(file, schemas).len())
    }

    fn content<'f>(&'f self, file: &'f File, schemas: Schemas<'_, '_>) -> Cow<'f, str> {
        if let Some(content) = file.content.get() {
            return Cow::Borrowed(content);
        }
        let content = self.render(file.subject, schemas);
        let before = self.kept.fetch_add(content.len(), Ordering::Relaxed);
        if before.saturating_add(content.len()) <= MAX_KEPT_BYTES {
            return Cow::Borrowed(file.content.get_or_init(|| content));
        }
        self.kept.fetch_sub(content.len(), Ordering::Relaxed);
        Cow::Owned(content)
    }

    fn render(&self, subject: Subject, schemas: Schemas<'_, '_>) -> String {
        // Listing renders all files at once.
        let cost = cost_of_one(self.projection.method_count() + self.tools.len());
        match subject {
            Subject::McpIndex => server_file::index_file(&self.projection),
            Subject::Server(at) => self
                .projection
                .servers
                .get(at)
                .map_or_else(String::new, |server| {
                    server_file::server_file(server, server.all(), cost, schemas)
                }),
            Subject::ToolsIndex => {
                let stems: Vec<&str> = self.tools.iter().map(|tool| tool.stem.as_str()).collect();
                tool_file::index_file(&stems)
            }
            Subject::Tool(at) => self.tools.get(at).map_or_else(String::new, |tool| {
                let shown = Tool {
                    id: &tool.id,
                    name: &tool.name,
                    description: &tool.description,
                    unique: tool.unique,
                };
                tool_file::tool_file(&shown, schemas(tool.entry), cost)
            }),
        }
    }
}

fn own_tools(mut native: Vec<NativeTool<'_>>) -> Vec<OwnTool> {
    native.sort_by_key(|tool| tool.id);
    let mut of_name: HashMap<&str, usize> = HashMap::new();
    for tool in &native {
        *of_name.entry(tool.name).or_default() += 1;
    }
    let mut stems = Names::of_files(&["index"]);
    native
        .iter()
        .map(|tool| OwnTool {
            entry: tool.entry,
            id: cut(tool.id, MAX_NAME_BYTES).to_owned(),
            name: cut(tool.name, MAX_NAME_BYTES).to_owned(),
            description: cut(tool.description, MAX_DOC_BYTES * 2).to_owned(),
            unique: of_name.get(tool.name) == Some(&1),
            stem: stems.take(stem(tool.name)),
        })
        .collect()
}

/// A tool's name as the name of a file: kept where it is harmless as a path segment.
fn stem(name: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-' | '.');
    if (1..=MAX_IDENTIFIER_BYTES).contains(&name.len())
        && name.chars().all(harmless)
        && !name.starts_with('.')
    {
        name.to_owned()
    } else {
        identifier(name, "tool")
    }
}

/// The path without leading slashes, if each of its segments can be one.
fn checked(path: &str) -> Result<&str, String> {
    let path = path.trim_start_matches('/');
    if path
        .split('/')
        .any(|segment| matches!(segment, "" | "." | ".."))
    {
        return Err(INVALID_PATH.to_owned());
    }
    Ok(path)
}

/// Appends a JSON string.
pub(super) fn push_json(out: &mut String, text: &str) {
    // A string can always be written as JSON.
    out.push_str(&serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned()));
}

#[cfg(test)]
mod tests;
