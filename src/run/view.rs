//! A catalog together with what is derived from it.
//!
//! Owns: when the MCP projection and the API files are made (once, on first use, on a worker). Does
//! not own: how (`namespaces`, `declarations`).

use std::sync::{Arc, OnceLock};

use crate::catalog::{Catalog, Entry, McpOperation};
use crate::declarations::{ApiFiles, NativeTool};
use crate::namespaces::{McpProjection, McpTool, Operation};

/// Shared by all cells of an agent run; any thread may use it.
pub struct CatalogView {
    pub catalog: Catalog,
    mcp: OnceLock<Arc<McpProjection>>,
    files: OnceLock<ApiFiles>,
}

impl CatalogView {
    pub fn new(catalog: Catalog) -> Self {
        Self {
            catalog,
            mcp: OnceLock::new(),
            files: OnceLock::new(),
        }
    }

    /// Schema text of an entry, if it has one.
    pub fn schema(&self, entry: u32) -> Option<&str> {
        self.catalog.get(entry)?.parameters.as_deref()
    }

    /// The `MCP` tree.
    pub fn mcp(&self) -> &Arc<McpProjection> {
        self.mcp.get_or_init(|| {
            let tools = self
                .catalog
                .entries()
                .iter()
                .zip(0..)
                .filter_map(|(entry, index)| mcp_tool(entry, index));
            Arc::new(McpProjection::build(tools))
        })
    }

    /// The virtual declaration files.
    pub fn files(&self) -> &ApiFiles {
        self.files.get_or_init(|| {
            let native = self
                .catalog
                .entries()
                .iter()
                .zip(0..)
                .filter(|(entry, _)| entry.is_visible())
                .map(|(entry, index)| NativeTool {
                    entry: index,
                    id: &entry.id,
                    name: &entry.name,
                    description: &entry.description,
                });
            ApiFiles::new(self.mcp().clone(), native)
        })
    }
}

fn mcp_tool(entry: &Entry, index: u32) -> Option<McpTool<'_>> {
    let origin = entry.mcp.as_deref().filter(|_| !entry.is_visible())?;
    Some(McpTool {
        entry: index,
        id: &entry.id,
        name: &entry.name,
        description: &entry.description,
        server_name: &origin.server_name,
        safe_server_name: origin.safe_server_name.as_deref(),
        tool_name: &origin.tool_name,
        operation: match origin.operation {
            McpOperation::Tool => Operation::Tool,
            McpOperation::ResourcesList => Operation::ResourcesList,
            McpOperation::ResourcesRead => Operation::ResourcesRead,
            McpOperation::PromptsList => Operation::PromptsList,
            McpOperation::PromptsGet => Operation::PromptsGet,
        },
        parameters: entry.parameters.as_deref(),
    })
}
