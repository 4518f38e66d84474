//! The declarations of MCP servers: `mcp/index.d.ts` and `mcp/<server>.d.ts`.
//!
//! Owns: the text of these files and of `$api` headers. Does not own: which files exist (`files`).
//! Any thread may call it.

use std::fmt::Write;

use super::Schemas;
use super::input::Input;
use super::text::{comment_line, comment_lines, doc_comment, string_literal};
use crate::namespaces::{McpProjection, Method, Server};

/// Once a server's file is this long, in bytes, its remaining methods are declared without docs and
/// with any object as input. Six thousand ordinary tools stay below it.
pub(crate) const MAX_FILE_BYTES: usize = 4 << 20;
/// Lines of a description in a doc comment.
pub(crate) const MAX_DOC_LINES: usize = 40;
/// Bytes of a description in a doc comment.
pub(crate) const MAX_DOC_BYTES: usize = 2048;
/// Bytes of a name in a comment.
pub(crate) const MAX_SHOWN_NAME_BYTES: usize = 120;

/// The root file: references every server file and declares `MCP`.
pub(crate) fn index_file(projection: &McpProjection) -> String {
    let mut out = String::new();
    for server in &projection.servers {
        let _ = writeln!(
            out,
            "/// <reference path=\"./{}.d.ts\" />",
            server.identifier
        );
    }
    if !projection.is_empty() {
        out.push('\n');
    }
    out.push_str("/** MCP server tools, grouped by server. Each takes one object argument. */\n");
    out.push_str("declare namespace MCP {\n");
    for server in &projection.servers {
        let _ = writeln!(
            out,
            "  // MCP.{}: {} ({}), API.read(\"mcp/{}.d.ts\")",
            server.identifier,
            comment_line(&server.server_name, MAX_SHOWN_NAME_BYTES),
            tool_count(server.len()),
            server.identifier,
        );
    }
    out.push_str(
        "  /** Lists the visible servers. */\n  \
         function $api(): Promise<{ kind: \"mcp_api\"; scope: \"root\"; header: string; \
         servers: { identifier: string; serverName: string; toolCount: number; }[]; note: string; }>;\n}\n",
    );
    out
}

pub(crate) fn tool_count(count: usize) -> String {
    format!("{count} tool{}", if count == 1 { "" } else { "s" })
}

/// The declarations of these methods of a server, as a complete file. `cost` bounds each type.
pub(crate) fn server_file<'m>(
    server: &Server,
    methods: impl Iterator<Item = &'m Method>,
    cost: usize,
    schemas: Schemas<'_, '_>,
) -> String {
    let mut out = format!("declare namespace MCP.{} {{\n", server.identifier);
    out.push_str(
        "  type McpToolResult = {\n    content?: unknown[];\n    structuredContent?: unknown;\n    \
         isError?: boolean;\n    [key: string]: unknown;\n  };\n  \
         type McpApiHeader = { kind: \"mcp_api\"; scope: \"server\" | \"tool\"; \
         server: { identifier: string; serverName: string; }; header: string; \
         tools: { method: string; path: string; mcpTool: string; operation: string; description: string; }[]; \
         schemas?: { [method: string]: unknown; }; note: string; };\n\n",
    );
    let _ = writeln!(
        out,
        "  const $serverName: {};\n\n  \
         /** Returns this TypeScript-style API header; {{ schema: true }} adds JSON Schemas. */\n  \
         function $api(toolName?: string, options?: {{ schema?: boolean; }}): Promise<McpApiHeader>;",
        string_literal(&server.server_name),
    );
    // `resources` and `prompts` come after the tools, each in one block.
    let mut open = "";
    for method in methods {
        let group = method.name().split_once('.').map_or("", |(group, _)| group);
        if group != open {
            close(&mut out, open);
            if !group.is_empty() {
                let _ = write!(out, "\n  namespace {group} {{");
            }
            open = group;
        }
        let indent = if group.is_empty() { "  " } else { "    " };
        out.push('\n');
        if out.len() < MAX_FILE_BYTES {
            write_function(
                &mut out,
                indent,
                method,
                &Input::new(schemas(method.entry), cost),
            );
        } else {
            write_function(&mut out, indent, method, &Input::anything());
        }
    }
    close(&mut out, open);
    out.push_str("}\n");
    out
}

fn close(out: &mut String, group: &str) {
    if !group.is_empty() {
        out.push_str("  }\n");
    }
}

fn write_function(out: &mut String, indent: &str, method: &Method, input: &Input) {
    if out.len() < MAX_FILE_BYTES {
        doc_comment(out, indent, &doc_lines(&method.description, &input.params));
    }
    let _ = writeln!(
        out,
        "{indent}function {}({}): Promise<McpToolResult>;",
        method.identifier,
        input.parameter(indent),
    );
}

/// The lines of a doc comment: the description, then the parameters.
pub(crate) fn doc_lines(description: &str, params: &[String]) -> Vec<String> {
    let mut lines = comment_lines(description, MAX_DOC_LINES, MAX_DOC_BYTES);
    lines.extend(params.iter().map(|param| format!("@param {param}")));
    lines
}
