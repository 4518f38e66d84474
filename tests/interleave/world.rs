//! The host of the test's guests: three tools, an MCP server and a namespace, answered from nothing.
//!
//! Every answer of `echo` carries the number of the cell that asked, and every program checks it.

use code_mode::guest::{
    Child, ChildKind, NODE_API, NODE_MCP, NODE_NAMESPACES, NODE_TOOLS, Request, RequestKind, World,
};
use serde_json::{Value, json};

const FILES: u32 = 100;
/// The namespace `desk`, also a global.
pub const DESK: u32 = 110;
const PEN: u32 = 111;
const FIRST_LEAF: u32 = 200;

/// Node, name, and what is there.
const TREE: [(u32, &str, Leaf); 17] = [
    (NODE_TOOLS, "search", Leaf::Builtin("tools.search")),
    (NODE_TOOLS, "describe", Leaf::Builtin("tools.describe")),
    (NODE_TOOLS, "call", Leaf::Builtin("tools.call")),
    (NODE_TOOLS, "callValue", Leaf::Builtin("tools.callValue")),
    (NODE_TOOLS, "echo", Leaf::Tool(0)),
    (NODE_TOOLS, "fail", Leaf::Tool(1)),
    (NODE_TOOLS, "wrapped", Leaf::Tool(2)),
    (NODE_MCP, "$api", Leaf::Builtin("MCP.$api")),
    (NODE_MCP, "files", Leaf::Object(FILES)),
    (NODE_API, "list", Leaf::Builtin("API.list")),
    (NODE_NAMESPACES, "desk", Leaf::Object(DESK)),
    (FILES, "$api", Leaf::Builtin("MCP.$api:0")),
    (FILES, "$serverName", Leaf::Json(r#""files""#)),
    (FILES, "read", Leaf::Mcp(3)),
    (DESK, "pen", Leaf::Object(PEN)),
    (
        DESK,
        "limits",
        Leaf::Json(r#"{"most":7,"names":["a",{"b":1}]}"#),
    ),
    (PEN, "write", Leaf::Namespace("desk\0pen\0write")),
];

#[derive(Clone, Copy)]
enum Leaf {
    Object(u32),
    Json(&'static str),
    Builtin(&'static str),
    Tool(u32),
    Mcp(u32),
    Namespace(&'static str),
}

/// Ids of the catalog, in order.
const IDS: [&str; 3] = ["desk:echo", "desk:fail", "desk:wrapped"];

fn entry(id: &str) -> Value {
    json!({ "id": id, "name": id.trim_start_matches("desk:"), "description": format!("The {id} tool.") })
}

/// What the guests of this test see.
pub struct Desk;

impl World for Desk {
    fn query(&self, kind: i32, target: &str, args: &str) -> Result<String, String> {
        let args: Value = serde_json::from_str(args).unwrap_or(Value::Null);
        let answer = match kind {
            1 => IDS
                .iter()
                .take(args["limit"].as_u64().unwrap_or(8) as usize)
                .map(|id| entry(id))
                .collect(),
            2 | 3 => {
                let id = args.as_str().unwrap_or_default();
                let index = IDS
                    .iter()
                    .position(|known| *known == id)
                    .ok_or(format!("Unknown tool id: {id}"))?;
                if kind == 2 {
                    json!({ "entry": entry(id), "parameters": {} })
                } else {
                    json!({ "entry": index })
                }
            }
            8 => IDS.iter().map(|id| entry(id)).collect(),
            _ => json!({ "kind": kind, "target": target, "args": args }),
        };
        Ok(answer.to_string())
    }

    fn child(&self, node: u32, name: &str) -> Option<Child> {
        let at = TREE
            .iter()
            .position(|(parent, own, _)| *parent == node && *own == name)?;
        let leaf = |kind| Child {
            node: FIRST_LEAF + at as u32,
            kind,
        };
        Some(match TREE[at].2 {
            Leaf::Object(node) => Child {
                node,
                kind: ChildKind::Object,
            },
            Leaf::Json(text) => leaf(ChildKind::Json(text.into())),
            Leaf::Builtin(name) => leaf(ChildKind::Builtin(name.into())),
            Leaf::Tool(entry) => leaf(ChildKind::Tool(entry)),
            Leaf::Mcp(entry) => leaf(ChildKind::Mcp(entry)),
            Leaf::Namespace(path) => leaf(ChildKind::Namespace(path.into())),
        })
    }

    fn names(&self, node: u32) -> Vec<String> {
        TREE.iter()
            .filter(|(parent, ..)| *parent == node)
            .map(|(_, name, _)| (*name).to_owned())
            .collect()
    }
}

/// The answer to a request of cell number `me`: whether it went well, and JSON text.
pub fn answer(me: usize, request: &Request) -> (bool, String) {
    let payload = request.payload.as_deref().unwrap_or("{}");
    match (request.kind, request.target.as_str()) {
        (RequestKind::Yield, _) => (true, "null".into()),
        (RequestKind::Mcp, _) => (
            true,
            format!(r#"{{"content":[],"structuredContent":{payload},"isError":false}}"#),
        ),
        (RequestKind::Namespace, _) => (
            true,
            format!(r#"{{"details":{{"me":{me},"arguments":{payload}}}}}"#),
        ),
        (RequestKind::CallValue, _) => (true, format!(r#"{{"content":[],"details":{payload}}}"#)),
        (RequestKind::Call, "1") => {
            let input: Value = serde_json::from_str(payload).unwrap_or(Value::Null);
            (
                false,
                json!({ "message": input["message"], "code": "E_REFUSED" }).to_string(),
            )
        }
        (RequestKind::Call, _) => match payload.strip_prefix('{') {
            Some(rest) if rest != "}" => (true, format!(r#"{{"me":{me},{rest}"#)),
            _ => (true, format!(r#"{{"me":{me}}}"#)),
        },
    }
}
