//! The namespaces' part of `exec`'s description.
//!
//! Owns: its text and bounds. Does not own: the rest of the description (`surface`). Any thread.
//! Every byte is sent with every model request, so it says each thing once.

use std::fmt::Write;

use super::mcp::{McpProjection, cut};

/// Servers that are named; the rest are counted.
pub const MAX_SERVERS_NAMED: usize = 20;
/// Bytes of a namespace's description.
pub const MAX_DESCRIPTION_BYTES: usize = 1000;
/// Bytes of a namespace's own prompt. Plugins write it, so it is cut rather than refused.
pub const MAX_PROMPT_BYTES: usize = 4000;

/// A visible plugin namespace, as the prompt shows it.
#[derive(Clone, Copy, Debug)]
pub struct PromptNamespace<'a> {
    pub global_name: &'a str,
    pub description: Option<&'a str>,
    /// What the registration's `prompt` gave for this run.
    pub prompt: Option<&'a str>,
}

/// The text for `exec`'s description, empty if there is no visible namespace.
pub fn describe_namespaces<'a>(
    projection: &McpProjection,
    namespaces: impl IntoIterator<Item = PromptNamespace<'a>>,
) -> String {
    let mut out = String::new();
    if !projection.is_empty() {
        out.push_str(&describe_mcp(projection));
    }
    for namespace in namespaces {
        let _ = write!(out, "\n- {}", namespace.global_name);
        if let Some(description) = said(namespace.description) {
            let _ = write!(out, ": {}", cut(description, MAX_DESCRIPTION_BYTES));
        }
        if let Some(prompt) = said(namespace.prompt) {
            let _ = write!(
                out,
                "\n  {}",
                cut(prompt, MAX_PROMPT_BYTES).replace('\n', "\n  ")
            );
        }
    }
    if out.is_empty() {
        return out;
    }
    format!("Registered namespace globals are available in code mode:{out}")
}

fn said(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn describe_mcp(projection: &McpProjection) -> String {
    let mut out = "\n- MCP: MCP server tools grouped by server. Servers: ".to_owned();
    let mut servers = projection.servers.iter();
    for (at, server) in servers.by_ref().take(MAX_SERVERS_NAMED).enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        out.push_str(&server.identifier);
    }
    match servers.len() {
        0 => {}
        more => {
            let _ = write!(out, " and {more} more");
        }
    }
    out.push_str(
        ". Read API.read(\"mcp/<server>.d.ts\") for signatures, then call MCP.<server>.<tool>({ ... }) with one object.",
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::mcp::{McpTool, Operation};

    fn projection(servers: &[&str]) -> McpProjection {
        McpProjection::build(servers.iter().map(|server| McpTool {
            entry: 0,
            id: server,
            name: "x",
            description: "",
            server_name: server,
            safe_server_name: None,
            tool_name: "x",
            operation: Operation::Tool,
            parameters: None,
        }))
    }

    #[test]
    fn nothing_visible_says_nothing() {
        assert_eq!(describe_namespaces(&projection(&[]), []), "");
    }

    #[test]
    fn mcp_comes_first_then_each_namespace_with_its_prompt() {
        let text = describe_namespaces(
            &projection(&["chrome-devtools", "docs"]),
            [
                PromptNamespace {
                    global_name: "Issues",
                    description: Some("GitHub issues."),
                    prompt: Some("Use Issues.list(params).\nThen update."),
                },
                PromptNamespace {
                    global_name: "Plain",
                    description: Some(" "),
                    prompt: None,
                },
            ],
        );
        assert_eq!(
            text,
            "Registered namespace globals are available in code mode:\n\
             - MCP: MCP server tools grouped by server. Servers: chromeDevtools, docs. Read \
             API.read(\"mcp/<server>.d.ts\") for signatures, then call MCP.<server>.<tool>({ ... }) with one object.\n\
             - Issues: GitHub issues.\n  Use Issues.list(params).\n  Then update.\n\
             - Plain"
        );
    }

    #[test]
    fn many_servers_are_counted() {
        let names: Vec<String> = (0..MAX_SERVERS_NAMED + 3)
            .map(|n| format!("s{n}"))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = describe_namespaces(&projection(&names), []);
        assert!(text.contains(" and 3 more."), "{text}");
        let text = describe_namespaces(&projection(&names[..MAX_SERVERS_NAMED]), []);
        assert!(!text.contains("more"), "{text}");
    }
}
