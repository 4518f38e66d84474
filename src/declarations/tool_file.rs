//! The declarations of native tools: `tools/index.d.ts` and `tools/<name>.d.ts`.
//!
//! Owns: the text of these files. Does not own: which files exist and how they are named (`files`).
//! Any thread may call it.

use std::fmt::Write;

use super::input::Input;
use super::server_file::{MAX_SHOWN_NAME_BYTES, doc_lines};
use super::text::{comment_line, doc_comment, string_literal};
use crate::namespaces::identifiers::{is_ascii_identifier, is_reserved_word, is_unsafe_key};

/// Tool files that the index names; the others are found with `tools.search` or `API.list`.
const MAX_INDEXED: usize = 200;

/// Names on `tools` that are no tools.
const OWN_METHODS: [&str; 4] = ["search", "describe", "call", "callValue"];

/// One native tool as its declaration shows it.
pub(crate) struct Tool<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub description: &'a str,
    /// No other native tool has this name.
    pub unique: bool,
}

/// What holds for all tools: the methods of `tools` and the types that tool files use.
pub(crate) fn index_file(stems: &[&str]) -> String {
    let mut out = String::new();
    for stem in stems.iter().take(MAX_INDEXED) {
        let _ = writeln!(out, "/// <reference path=\"./{stem}.d.ts\" />");
    }
    if stems.len() > MAX_INDEXED {
        let _ = writeln!(
            out,
            "// … and {} more: tools.search(query), API.list(\"tools\")",
            stems.len() - MAX_INDEXED
        );
    }
    out.push_str(
        "\ndeclare namespace tools {\n  \
         type ToolEntry = { id: string; name: string; label?: string; description?: string; source: string; sourceName?: string; };\n  \
         type ToolCallResult = { tool: ToolEntry; result: { content?: unknown[]; details?: unknown; [key: string]: unknown; }; };\n\n  \
         /** Finds tools; the best match comes first. */\n  \
         function search(query: string, options?: { limit?: number; }): Promise<ToolEntry[]>;\n  \
         /** Gives an entry with its JSON Schema. */\n  \
         function describe(id: string): Promise<ToolEntry & { parameters: { [key: string]: unknown; }; }>;\n  \
         /** Calls a tool by exact id or unique name. */\n  \
         function call(id: string, input?: { [key: string]: unknown; }): Promise<ToolCallResult>;\n  \
         /** Like call, but gives the result's value. */\n  \
         function callValue(id: string, input?: { [key: string]: unknown; }): Promise<unknown>;\n}\n",
    );
    out
}

/// The file of one tool. A tool that has no function of its own on `tools`, or one whose name a
/// declaration cannot have, is declared as an overload of `tools.call`.
/// `cost` bounds the type of the input.
pub(crate) fn tool_file(tool: &Tool<'_>, schema: Option<&str>, cost: usize) -> String {
    let input = Input::new(schema, cost);
    let mut out =
        "/// <reference path=\"./index.d.ts\" />\n\ndeclare namespace tools {\n".to_owned();
    let callable = tool.unique
        && is_ascii_identifier(tool.name)
        && !is_reserved_word(tool.name)
        && !is_unsafe_key(tool.name)
        && !OWN_METHODS.contains(&tool.name)
        && tool.name.len() <= MAX_SHOWN_NAME_BYTES;
    let mut lines = doc_lines(tool.description, &input.params);
    if callable {
        lines.push(format!(
            "Id: {}",
            comment_line(tool.id, MAX_SHOWN_NAME_BYTES)
        ));
    }
    doc_comment(&mut out, "  ", &lines);
    let parameter = input.parameter("  ");
    let _ = if callable {
        writeln!(
            out,
            "  function {}({parameter}): Promise<ToolCallResult>;",
            tool.name
        )
    } else {
        let id = string_literal(tool.id);
        writeln!(
            out,
            "  function call(id: {id}, {parameter}): Promise<ToolCallResult>;"
        )
    };
    out.push_str("}\n");
    out
}
