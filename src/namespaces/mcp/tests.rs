//! How servers and methods are named.

use super::*;

fn tool<'a>(id: &'a str, server: &'a str, name: &'a str) -> McpTool<'a> {
    McpTool {
        entry: 0,
        id,
        name,
        description: "",
        server_name: server,
        safe_server_name: None,
        tool_name: name,
        operation: Operation::Tool,
        parameters: None,
    }
}

fn paths(projection: &McpProjection) -> Vec<&str> {
    projection
        .servers
        .iter()
        .flat_map(Server::all)
        .map(|method| method.path.as_str())
        .collect()
}

#[test]
fn awkward_tool_names_become_methods() {
    let names = [
        "delete",
        "constructor",
        "$api",
        "9lives",
        "検索",
        "resources",
        "prompts",
    ];
    let tools = names.iter().map(|name| tool(name, "github", name));
    let projection = McpProjection::build(tools);
    assert_eq!(
        paths(&projection),
        [
            "MCP.github.api",
            "MCP.github.lives",
            "MCP.github.constructor2",
            "MCP.github.delete2",
            "MCP.github.prompts2",
            "MCP.github.resources2",
            "MCP.github.tool",
        ]
    );
}

#[test]
fn a_server_called_index_leaves_the_root_file_alone() {
    let projection = McpProjection::build([tool("a", "index", "ping")].into_iter());
    assert_eq!(paths(&projection), ["MCP.index2.ping"]);
}

#[test]
fn the_order_of_arrival_changes_nothing() {
    let tools = [
        tool("mcp:a:x_y", "a", "x_y"),
        tool("mcp:a:x-y", "a", "x-y"),
        tool("mcp:a-b:z", "a-b", "z"),
    ];
    let forward = McpProjection::build(tools.into_iter());
    let backward = McpProjection::build(tools.into_iter().rev());
    assert_eq!(paths(&forward), paths(&backward));
    assert_eq!(paths(&forward), ["MCP.a.xY", "MCP.a.xY2", "MCP.aB.z"]);
}

#[test]
fn servers_shortened_to_one_name_stay_apart() {
    let mut first = tool("1", "Docs (team)", "read");
    first.safe_server_name = Some("docs");
    let mut second = tool("2", "Docs (public)", "read");
    second.safe_server_name = Some("docs");
    let projection = McpProjection::build([first, second].into_iter());
    let named: Vec<_> = projection
        .servers
        .iter()
        .map(|server| (server.identifier.as_str(), server.server_name.as_str()))
        .collect();
    assert_eq!(named, [("docs", "Docs (public)"), ("docs2", "Docs (team)")]);
}

#[test]
fn resources_and_prompts_have_groups_of_their_own() {
    let operations = [
        Operation::ResourcesList,
        Operation::ResourcesRead,
        Operation::PromptsList,
        Operation::PromptsGet,
    ];
    let tools = operations.iter().map(|operation| McpTool {
        operation: *operation,
        ..tool(operation.as_str(), "docs", operation.as_str())
    });
    let projection = McpProjection::build(tools);
    assert_eq!(
        paths(&projection),
        [
            "MCP.docs.resources.list",
            "MCP.docs.resources.read",
            "MCP.docs.prompts.get",
            "MCP.docs.prompts.list",
        ]
    );
}

#[test]
fn a_method_is_found_by_name_path_and_tool_name() {
    let read = McpTool {
        entry: 7,
        operation: Operation::ResourcesRead,
        ..tool("mcp:docs:r", "docs", "read_resource")
    };
    let projection = McpProjection::build([read].into_iter());
    let server = projection.server("docs").unwrap();
    for name in ["resources.read", "MCP.docs.resources.read", "read_resource"] {
        assert_eq!(server.find(name).map(|method| method.entry), Some(7));
    }
    assert!(server.find("read").is_none());
    assert_eq!(
        projection
            .method("MCP.docs.resources.read")
            .map(|m| m.entry),
        Some(7)
    );
    assert!(projection.method("MCP.docs.read").is_none());
}
