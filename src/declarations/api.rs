//! The answers of `MCP.$api()` and `MCP.<server>.$api(name?, { schema? })` as JSON text.
//!
//! Owns: their shape and bounds. Does not own: the headers' text (`server_file`). Any thread.

use serde::de::IgnoredAny;

use super::Schemas;
use super::files::push_json;
use super::render::cost_of_one;
use super::server_file::{index_file, server_file};
use super::text::cut;
use crate::namespaces::{McpProjection, Method, Server};

/// JSON Schema text in one answer, in bytes. What does not fit is left out and the note says so.
pub const MAX_SCHEMAS_BYTES: usize = 1 << 20;
/// How much of an unknown name an error repeats, in bytes.
const MAX_SHOWN_NAME_BYTES: usize = 200;

const ROOT_NOTE: &str = "Read declarations with API.read(\"mcp/<server>.d.ts\"), or MCP.<server>.$api(). Pass one object argument to each tool.";
const SERVER_NOTE: &str =
    "Pass one object argument to each tool. Use $api(toolName, { schema: true }) for JSON Schema.";
const CUT_NOTE: &str = "Some schemas were left out: ask for one tool at a time.";

/// The answer of `MCP.$api()`.
pub fn mcp_api(projection: &McpProjection) -> String {
    let mut out = "{\"kind\":\"mcp_api\",\"scope\":\"root\",\"header\":".to_owned();
    push_json(&mut out, &index_file(projection));
    out.push_str(",\"servers\":[");
    for (at, server) in projection.servers.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_server(&mut out, server);
        out.push_str(&format!(",\"toolCount\":{}}}", server.len()));
    }
    out.push_str("],\"note\":");
    push_json(&mut out, ROOT_NOTE);
    out.push('}');
    out
}

/// The answer of `MCP.<server>.$api(name?, { schema? })`, or the exact catchable message.
///
/// `server` is the identifier; `name` a method, a dotted path or the server's own tool name;
/// `with_schemas` adds the JSON Schemas.
pub fn server_api(
    projection: &McpProjection,
    server: &str,
    name: Option<&str>,
    with_schemas: bool,
    schemas: Schemas<'_, '_>,
) -> Result<String, String> {
    let server = projection
        .server(server)
        .ok_or_else(|| format!("Unknown MCP server: {}", cut(server, MAX_SHOWN_NAME_BYTES)))?;
    let (scope, methods): (_, Vec<&Method>) = match name {
        None => ("server", server.all().collect()),
        Some(name) => {
            let method = server.find(name).ok_or_else(|| {
                format!(
                    "Unknown MCP tool: {}. Use MCP.{}.$api() to list this server's tools.",
                    cut(name, MAX_SHOWN_NAME_BYTES),
                    server.identifier,
                )
            })?;
            ("tool", vec![method])
        }
    };

    let mut out = format!("{{\"kind\":\"mcp_api\",\"scope\":\"{scope}\",\"server\":");
    push_server(&mut out, server);
    out.push_str("},\"header\":");
    push_json(
        &mut out,
        &server_file(
            server,
            methods.iter().copied(),
            cost_of_one(methods.len()),
            schemas,
        ),
    );
    out.push_str(",\"tools\":[");
    for (at, method) in methods.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_method(&mut out, method);
    }
    out.push(']');
    let mut note = SERVER_NOTE.to_owned();
    if with_schemas {
        out.push_str(",\"schemas\":");
        if !push_schemas(&mut out, &methods, schemas) {
            note = format!("{SERVER_NOTE} {CUT_NOTE}");
        }
    }
    out.push_str(",\"note\":");
    push_json(&mut out, &note);
    out.push('}');
    Ok(out)
}

fn push_server(out: &mut String, server: &Server) {
    out.push_str("{\"identifier\":");
    push_json(out, &server.identifier);
    out.push_str(",\"serverName\":");
    push_json(out, &server.server_name);
}

fn push_method(out: &mut String, method: &Method) {
    for (key, value) in [
        ("{\"method\":", method.name()),
        (",\"path\":", &method.path),
        (",\"mcpTool\":", &method.tool_name),
        (",\"operation\":", method.operation.as_str()),
        (",\"description\":", &method.description),
    ] {
        out.push_str(key);
        push_json(out, value);
    }
    out.push('}');
}

/// Writes the schemas by method; `false` if some did not fit. A schema that is no JSON is `{}`.
fn push_schemas(out: &mut String, methods: &[&Method], schemas: Schemas<'_, '_>) -> bool {
    let mut left = MAX_SCHEMAS_BYTES;
    let mut complete = true;
    let mut separator = '{';
    for method in methods {
        let schema = schemas(method.entry).unwrap_or("{}");
        let Some(rest) = left.checked_sub(schema.len()) else {
            complete = false;
            continue;
        };
        left = rest;
        let valid = serde_json::from_str::<IgnoredAny>(schema).is_ok();
        out.push(separator);
        separator = ',';
        push_json(out, method.name());
        out.push(':');
        out.push_str(if valid { schema } else { "{}" });
    }
    if separator == '{' {
        out.push('{');
    }
    out.push('}');
    complete
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::namespaces::{McpTool, Operation};

    const SCHEMA: &str =
        r#"{"type":"object","properties":{"uri":{"type":"string"}},"required":["uri"]}"#;

    fn projection() -> McpProjection {
        let tools = [
            ("make_note", Operation::Tool),
            ("read_resource", Operation::ResourcesRead),
        ];
        McpProjection::build(tools.into_iter().map(|(name, operation)| McpTool {
            entry: 3,
            id: name,
            name,
            description: "Does it.",
            server_name: "Docs",
            safe_server_name: None,
            tool_name: name,
            operation,
            parameters: None,
        }))
    }

    fn ask(name: Option<&str>, with_schemas: bool, schema: &str) -> Result<Value, String> {
        let schemas = |_| Some(schema);
        let answer = server_api(&projection(), "docs", name, with_schemas, &schemas)?;
        Ok(serde_json::from_str(&answer).unwrap())
    }

    #[test]
    fn the_root_lists_the_servers() {
        let answer: Value = serde_json::from_str(&mcp_api(&projection())).unwrap();
        assert_eq!(answer["kind"], "mcp_api");
        assert_eq!(answer["scope"], "root");
        assert_eq!(
            answer["servers"],
            json!([{"identifier": "docs", "serverName": "Docs", "toolCount": 2}])
        );
        assert!(answer["header"].as_str().unwrap().contains("namespace MCP"));
        assert!(answer["note"].is_string());
    }

    #[test]
    fn the_root_without_servers_is_an_empty_list() {
        let answer: Value = serde_json::from_str(&mcp_api(&McpProjection::default())).unwrap();
        assert_eq!(answer["servers"], json!([]));
    }

    #[test]
    fn a_server_describes_its_tools_without_schemas() {
        let answer = ask(None, false, SCHEMA).unwrap();
        assert_eq!(answer["scope"], "server");
        assert_eq!(
            answer["server"],
            json!({"identifier": "docs", "serverName": "Docs"})
        );
        assert_eq!(
            answer["tools"],
            json!([
                {"method": "makeNote", "path": "MCP.docs.makeNote", "mcpTool": "make_note",
                 "operation": "tool", "description": "Does it."},
                {"method": "resources.read", "path": "MCP.docs.resources.read",
                 "mcpTool": "read_resource", "operation": "resources_read", "description": "Does it."},
            ])
        );
        assert!(answer.get("schemas").is_none());
    }

    #[test]
    fn one_tool_is_found_by_each_of_its_names() {
        for name in ["resources.read", "MCP.docs.resources.read", "read_resource"] {
            let answer = ask(Some(name), true, SCHEMA).unwrap();
            assert_eq!(answer["scope"], "tool");
            assert_eq!(answer["tools"].as_array().unwrap().len(), 1);
            assert_eq!(
                answer["schemas"],
                json!({"resources.read": serde_json::from_str::<Value>(SCHEMA).unwrap()})
            );
            let header = answer["header"].as_str().unwrap();
            assert!(header.contains("namespace resources {"), "{header}");
            assert!(!header.contains("makeNote"), "{header}");
        }
    }

    #[test]
    fn unknown_names_are_said_so() {
        assert_eq!(
            ask(Some("nope"), false, SCHEMA).unwrap_err(),
            "Unknown MCP tool: nope. Use MCP.docs.$api() to list this server's tools."
        );
        assert_eq!(
            server_api(&projection(), "x", None, false, &|_| None).unwrap_err(),
            "Unknown MCP server: x"
        );
    }

    #[test]
    fn schemas_that_are_no_json_or_too_long_do_not_break_the_answer() {
        let answer = ask(Some("makeNote"), true, "{\"a\":").unwrap();
        assert_eq!(answer["schemas"], json!({"makeNote": {}}));
        let long = format!("{{\"description\":\"{}\"}}", "x".repeat(MAX_SCHEMAS_BYTES));
        let answer = ask(None, true, &long).unwrap();
        assert_eq!(answer["schemas"], json!({}));
        assert!(answer["note"].as_str().unwrap().ends_with(CUT_NOTE));
    }
}
