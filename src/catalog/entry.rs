//! One tool of the catalog, and the forms in which the guest sees it.

use std::sync::Arc;

use serde::Serialize;

use super::definition::{McpOrigin, Source, ToolDefinition};
use super::ids::default_owner;

/// One tool of the catalog.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Unique within the catalog.
    pub id: Arc<str>,
    pub name: Arc<str>,
    pub label: Option<Box<str>>,
    pub description: Box<str>,
    pub source: Source,
    /// Plugin, MCP server or client; `core` for the gateway's own tools.
    pub source_name: Option<Box<str>>,
    /// Always there for an entry of [`Source::Mcp`].
    pub mcp: Option<Box<McpOrigin>>,
    /// The JSON text of the schema object, as the host gave it; not parsed, not checked beyond
    /// being JSON.
    pub parameters: Option<Box<str>>,
    /// Index of the tool in the array of definitions that the host gave.
    pub origin: usize,
}

impl Entry {
    pub(super) fn new(origin: usize, id: String, tool: ToolDefinition) -> Self {
        let source = tool.effective_source();
        let source_name = match tool.source_name.as_deref().map(str::trim) {
            Some(name) if !name.is_empty() => Some(Box::from(name)),
            _ if source == Source::Plugin => None,
            _ => Some(Box::from(default_owner(&tool))),
        };
        let mcp = (source == Source::Mcp).then(|| {
            let mut origin = tool.mcp.unwrap_or_default();
            if origin.server_name.is_empty() {
                origin.server_name = source_name.as_deref().unwrap_or("mcp").to_owned();
            }
            if origin.tool_name.is_empty() {
                origin.tool_name.clone_from(&tool.name);
            }
            Box::new(origin)
        });
        Self {
            id: id.into(),
            name: tool.name.into(),
            label: tool.label.map(String::into_boxed_str),
            description: tool.description.into(),
            source,
            source_name,
            mcp,
            parameters: tool.parameters,
            origin,
        }
    }

    /// Whether `ALL_TOOLS`, search, describe, call and convenience functions know the entry.
    pub fn is_visible(&self) -> bool {
        self.source != Source::Mcp
    }

    /// Appends the compact form as JSON.
    pub(super) fn write_compact(&self, json: &mut Vec<u8>) {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Compact<'a> {
            id: &'a str,
            name: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            label: Option<&'a str>,
            description: &'a str,
            source: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            source_name: Option<&'a str>,
        }
        let compact = Compact {
            id: &self.id,
            name: &self.name,
            label: self.label.as_deref(),
            description: &self.description,
            source: self.source.as_str(),
            source_name: self.source_name.as_deref(),
        };
        let before = json.len();
        // Writing text to memory has nothing to fail at; should it ever, no half object is left.
        if serde_json::to_writer(&mut *json, &compact).is_err() {
            json.truncate(before);
            json.extend_from_slice(b"{}");
        }
    }
}
