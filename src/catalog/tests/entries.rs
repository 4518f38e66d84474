//! Entries: order, forms, ids, bad names.

use super::*;

#[test]
fn entries_stand_in_id_order_and_remember_where_the_host_had_them() {
    let catalog = catalog_of(&json!([{ "name": "b" }, null, { "name": "a" }]));
    let seen: Vec<_> = catalog
        .entries()
        .iter()
        .map(|entry| (&*entry.id, entry.origin))
        .collect();
    assert_eq!(seen, [("openclaw:core:a", 2), ("openclaw:core:b", 0)]);
}

#[test]
fn sources_are_counted() {
    assert_eq!(
        desk().counts(),
        SourceCounts {
            openclaw: 6,
            plugin: 1,
            mcp: 1,
            client: 1
        }
    );
}

#[test]
fn compact_form_has_exactly_the_fields_there_are() {
    let catalog = catalog_of(&json!([
        { "name": "a\"\u{2028}\n", "label": "", "description": "d", "parameters": { "x": 1 } },
        { "name": "b", "label": "B", "source": "plugin" },
    ]));
    let at = |index| serde_json::from_str::<Value>(catalog.compact_json(index)).unwrap();
    assert_eq!(
        at(0),
        json!({ "id": "openclaw:core:a\"\u{2028}\n", "name": "a\"\u{2028}\n", "description": "d",
                "source": "openclaw", "sourceName": "core" })
    );
    assert_eq!(
        at(1),
        json!({ "id": "plugin:plugin:b", "name": "b", "label": "B", "description": "", "source": "plugin" })
    );
    assert_eq!(catalog.compact_json(2), "{}");
}

#[test]
fn all_tools_lists_everything_but_mcp_in_id_order() {
    let catalog = desk();
    let all: Vec<Value> = serde_json::from_str(catalog.all_tools_json()).unwrap();
    assert_eq!(all.len(), 8);
    let ids: Vec<_> = all
        .iter()
        .map(|entry| entry["id"].as_str().unwrap())
        .collect();
    assert!(ids.is_sorted());
    assert!(!catalog.all_tools_json().contains("mcp:"));
    assert!(
        catalog
            .compact_json(catalog.by_id("mcp:github:create_issue").unwrap())
            .contains("GitHub")
    );
}

#[test]
fn an_empty_catalog_answers_everything() {
    let catalog = catalog_of(&json!([]));
    assert!(catalog.is_empty());
    assert_eq!(catalog.all_tools_json(), "[]");
    assert!(catalog.search("", 5).is_empty() && catalog.search("x", 5).is_empty());
    assert!(catalog.lookup("x").is_err());
}

#[test]
fn describe_adds_the_schema_as_the_host_wrote_it() {
    let catalog = desk();
    let described: Value =
        serde_json::from_str(&catalog.describe_json(catalog.lookup("web_search").unwrap()))
            .unwrap();
    assert_eq!(
        described["parameters"]["properties"],
        json!({ "maxResults": {}, "region": {} })
    );
    assert_eq!(described["id"], "openclaw:core:web_search");
    let bare: Value =
        serde_json::from_str(&catalog.describe_json(catalog.lookup("close_ticket").unwrap()))
            .unwrap();
    assert_eq!(bare["parameters"], json!({}));
}

#[test]
fn an_mcp_entry_without_origin_gets_one_from_its_names() {
    let catalog = catalog_of(&json!([{ "name": "t", "source": "mcp", "sourceName": "srv" }]));
    let mcp = catalog.entry(0).mcp.as_deref().unwrap();
    assert_eq!((&*mcp.server_name, &*mcp.tool_name), ("srv", "t"));
}

#[test]
fn a_plugins_tool_keeps_the_owner_it_was_given() {
    let catalog = desk();
    let entry = catalog.entry(catalog.lookup("browser_request").unwrap());
    assert_eq!(entry.source_name.as_deref(), Some("browser"));
}

#[test]
fn bad_names_never_spoil_the_others() {
    let catalog = catalog_of(&json!([
        { "name": "good_one", "description": "fine" },
        { "name": "" }, { "name": " " }, { "name": "two words" }, { "name": "x".repeat(129) },
        { "name": "写真" }, { "name": "y".repeat(1 << 20) }, { "name": 5 }, { "description": "no name" },
        { "name": "__proto__" }, { "id": "z".repeat(1 << 16), "name": "long_id" },
    ]));
    assert_eq!(catalog.len(), 11);
    assert!(serde_json::from_str::<Value>(catalog.all_tools_json()).is_ok());
    assert_eq!(first(&catalog, "good one"), "good_one");
    assert!(catalog.lookup("two words").is_ok());
    assert!(catalog.lookup("写真").is_ok());
    assert_eq!(first(&catalog, "写真"), "写真");
    assert!(catalog.lookup(&"y".repeat(1 << 20)).is_ok());
    assert!(catalog.lookup(&"z".repeat(1 << 16)).is_ok());
    let message = catalog.lookup("long_idea").unwrap_err();
    assert!(message.len() < 1000);
}

#[test]
fn shuffled_definitions_get_the_same_ids() {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for _ in 0..200 {
        let names = ["a", "a", "b", "a#2", "a#3", "b#2", "c:d", ""];
        let sources = ["openclaw", "plugin", "client", "mcp"];
        let owners = ["", "a", "b:c"];
        let mut tools: Vec<Value> = (0..noise.below(24) + 2)
            .map(|_| {
                let mut tool = json!({
                    "name": names[noise.below(names.len())],
                    "description": format!("d{}", noise.below(5)),
                    "source": sources[noise.below(4)],
                    "sourceName": owners[noise.below(3)],
                    "parameters": { "p": noise.below(2) },
                });
                if noise.below(5) == 0 {
                    tool["id"] = json!(format!("openclaw:core:a#{}", noise.below(4)));
                }
                tool
            })
            .collect();
        let view = |tools: &[Value]| -> Vec<(String, String)> {
            let catalog = catalog_of(&Value::from(tools.to_vec()));
            assert!(
                catalog
                    .entries()
                    .windows(2)
                    .all(|pair| pair[0].id < pair[1].id),
                "unique"
            );
            catalog
                .entries()
                .iter()
                .map(|entry| (entry.id.to_string(), tools[entry.origin].to_string()))
                .collect()
        };
        let before = view(&tools);
        noise.shuffle(&mut tools);
        assert_eq!(before, view(&tools));
    }
}

#[test]
fn as_many_tools_as_allowed_and_not_one_more() {
    let array = |tools: usize| format!("[{}]", vec![r#"{"name":"t"}"#; tools].join(","));
    let full = Catalog::from_json(&array(MAX_TOOLS)).expect("as many as allowed");
    assert_eq!(full.len(), MAX_TOOLS);
    let refused = Catalog::from_json(&array(MAX_TOOLS + 1)).expect_err("one more");
    assert_eq!(refused.code, ErrorCode::InvalidInput);
    assert_eq!(
        refused.message,
        "code mode catalog has 20001 tools; at most 20000 are allowed."
    );
}

#[test]
fn definitions_as_long_as_allowed_and_not_a_byte_more() {
    let array = |bytes: usize| format!(r#"[{{"description":"{}"}}]"#, "x".repeat(bytes - 20));
    assert_eq!(array(100).len(), 100);
    let full = Catalog::from_json(&array(MAX_DEFINITIONS_BYTES)).expect("as long as allowed");
    assert_eq!(full.len(), 1);
    let refused = Catalog::from_json(&array(MAX_DEFINITIONS_BYTES + 1)).expect_err("a byte more");
    assert_eq!(refused.code, ErrorCode::InvalidInput);
    assert!(refused.message.contains("too large"), "{refused}");
}
