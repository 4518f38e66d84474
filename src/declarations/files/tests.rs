//! Which files there are, what they are called, and the answers about them.

use serde_json::Value;

use super::*;
use crate::namespaces::{McpTool, Operation};

const SCHEMA: &str = r#"{"type":"object","properties":{"title":{"type":"string","description":"The title"}},"required":["title"]}"#;

fn files() -> ApiFiles {
    let mcp = ["create_issue", "index"].map(|name| McpTool {
        entry: 1,
        id: name,
        name,
        description: "Creates an issue.",
        server_name: "github",
        safe_server_name: None,
        tool_name: name,
        operation: Operation::Tool,
        parameters: None,
    });
    let native = ["web_search", "delete", "../up", "index", "search"].map(|name| NativeTool {
        entry: 1,
        id: name,
        name,
        description: "Does a thing.\nThen more.",
    });
    ApiFiles::new(Arc::new(McpProjection::build(mcp.into_iter())), native)
}

fn schemas(_: u32) -> Option<&'static str> {
    Some(SCHEMA)
}

fn paths(prefix: Option<&str>) -> Result<Vec<String>, String> {
    let answer: Value = serde_json::from_str(&files().list(prefix, &schemas)?).unwrap();
    let listed = answer["files"].as_array().unwrap().iter();
    Ok(listed
        .map(|file| file["path"].as_str().unwrap().to_owned())
        .collect())
}

fn content(path: &str) -> String {
    let answer: Value = serde_json::from_str(&files().read(path, &schemas).unwrap()).unwrap();
    answer["content"].as_str().unwrap().to_owned()
}

#[test]
fn every_server_and_tool_has_a_file() {
    assert_eq!(
        paths(None).unwrap(),
        [
            "mcp/index.d.ts",
            "mcp/github.d.ts",
            "tools/index.d.ts",
            "tools/up.d.ts",
            "tools/delete.d.ts",
            "tools/index2.d.ts",
            "tools/search.d.ts",
            "tools/web_search.d.ts",
        ]
    );
}

#[test]
fn a_prefix_is_a_whole_path_or_a_folder() {
    let mcp = ["mcp/index.d.ts", "mcp/github.d.ts"];
    for prefix in ["mcp", "mcp/", "/mcp", "//mcp//"] {
        assert_eq!(paths(Some(prefix)).unwrap(), mcp, "{prefix}");
    }
    assert_eq!(paths(Some("mcp/github.d.ts")).unwrap(), mcp[1..]);
    assert!(paths(Some("mc")).unwrap().is_empty());
    assert!(paths(Some("mcp/git")).unwrap().is_empty());
}

#[test]
fn a_path_that_cannot_be_one_is_invalid() {
    for path in ["", "/", " ", "mcp//x", "./mcp", "mcp/..", "mcp/./x", ".."] {
        assert_eq!(files().read(path, &schemas).unwrap_err(), INVALID_PATH);
        assert_eq!(paths(Some(path)).unwrap_err(), INVALID_PATH);
    }
    assert_eq!(
        files().read("mcp/github.d.ts/", &schemas).unwrap_err(),
        INVALID_PATH
    );
}

#[test]
fn an_unknown_path_is_named() {
    assert_eq!(
        files().read("/mcp/nope.d.ts", &schemas).unwrap_err(),
        "Unknown API file: mcp/nope.d.ts"
    );
    let long = files().read(&"x".repeat(1 << 20), &schemas).unwrap_err();
    assert!(long.len() < 300);
}

#[test]
fn listed_bytes_are_those_of_the_content() {
    let files = files();
    let listed: Value = serde_json::from_str(&files.list(None, &schemas).unwrap()).unwrap();
    for file in listed["files"].as_array().unwrap() {
        let read = files
            .read(file["path"].as_str().unwrap(), &schemas)
            .unwrap();
        let read: Value = serde_json::from_str(&read).unwrap();
        assert_eq!(read["content"].as_str().unwrap().len(), file["bytes"]);
        assert_eq!(read["bytes"], file["bytes"]);
        assert_eq!(read["description"], file["description"]);
    }
}

#[test]
fn a_server_file_declares_its_tools() {
    let text = content("mcp/github.d.ts");
    for part in [
        "declare namespace MCP.github {\n",
        "  type McpToolResult = {\n",
        "  const $serverName: \"github\";\n",
        "  function $api(toolName?: string, options?: { schema?: boolean; }): Promise<McpApiHeader>;\n",
        "  /**\n   * Creates an issue.\n   * @param title The title\n   */\n  \
         function createIssue(input: {\n    title: string;\n  }): Promise<McpToolResult>;\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_root_file_references_each_server() {
    let text = content("mcp/index.d.ts");
    assert!(text.starts_with("/// <reference path=\"./github.d.ts\" />\n"));
    assert!(text.contains("declare namespace MCP {"));
}

#[test]
fn a_tool_with_a_function_is_declared_by_its_name() {
    let text = content("tools/web_search.d.ts");
    assert!(text.contains("function web_search(input: {\n"), "{text}");
}

#[test]
fn a_tool_without_a_function_is_declared_by_its_id() {
    for (path, id) in [("delete", "delete"), ("up", "../up"), ("search", "search")] {
        let text = content(&format!("tools/{path}.d.ts"));
        let call = format!("function call(id: \"{id}\", input: {{\n");
        assert!(text.contains(&call), "{text}");
    }
}

#[test]
fn without_tools_there_are_no_files() {
    let none = ApiFiles::new(Arc::new(McpProjection::default()), []);
    assert_eq!(none.list(None, &schemas).unwrap(), r#"{"files":[]}"#);
}
