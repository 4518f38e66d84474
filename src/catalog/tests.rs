//! What a catalog promises, from outside its rooms.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::*;

fn catalog_of(tools: &Value) -> Catalog {
    Catalog::from_json(&tools.to_string()).expect("an array")
}

fn found<'a>(catalog: &'a Catalog, query: &str) -> Vec<&'a str> {
    catalog
        .search(query, 50)
        .into_iter()
        .map(|index| &*catalog.entry(index).name)
        .collect()
}

fn first<'a>(catalog: &'a Catalog, query: &str) -> &'a str {
    found(catalog, query)
        .first()
        .copied()
        .unwrap_or("(nothing)")
}

fn desk() -> Catalog {
    catalog_of(&json!([
        { "name": "create_ticket", "description": "Opens a new request in the help desk." },
        { "name": "close_ticket", "description": "Ends a request." },
        { "name": "read_spreadsheet", "description": "Cells of a sheet." },
        { "name": "spreadsheet_export", "description": "Writes cells out." },
        { "name": "sendMessage", "label": "Send a message", "description": "Talks to a channel." },
        { "name": "web_search", "description": "Finds pages on the web.",
          "parameters": { "type": "object", "properties": { "maxResults": {}, "region": {} } } },
        { "name": "browser_request", "source": "plugin", "sourceName": "browser", "description": "HTTP." },
        { "name": "select_file", "source": "client", "sourceName": "app", "description": "Picker." },
        { "name": "create_issue", "source": "mcp", "sourceName": "github", "description": "Ticket on GitHub.",
          "mcp": { "serverName": "github", "toolName": "create_issue" } },
    ]))
}

/// A small generator with a fixed seed; the tests need variety, not chance.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

// Entries

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

// Lookup

#[test]
fn lookup_takes_an_exact_id_or_the_only_entry_of_a_name() {
    let catalog = desk();
    let by_id = catalog.lookup("openclaw:core:create_ticket").unwrap();
    assert_eq!(by_id, catalog.lookup("create_ticket").unwrap());
}

#[test]
fn a_name_that_two_entries_have_is_ambiguous() {
    let catalog = catalog_of(&json!([
        { "name": "open" }, { "name": "open", "source": "plugin", "sourceName": "p" },
    ]));
    assert_eq!(
        catalog.lookup("open").unwrap_err(),
        "Ambiguous tool name: open; use an exact tool id."
    );
    assert!(catalog.lookup("plugin:p:open").is_ok());
}

#[test]
fn a_name_shared_only_with_mcp_is_not_ambiguous() {
    let catalog = catalog_of(
        &json!([{ "name": "open" }, { "name": "open", "source": "mcp", "sourceName": "s" }]),
    );
    assert_eq!(
        &*catalog.entry(catalog.lookup("open").unwrap()).id,
        "openclaw:core:open"
    );
    assert!(catalog.convenience("open").is_some());
}

#[test]
fn an_unknown_key_gets_up_to_three_suggestions_by_shared_words() {
    let catalog = desk();
    assert_eq!(
        catalog.lookup("openclaw:core:ticket_create").unwrap_err(),
        "Unknown tool id: openclaw:core:ticket_create. Did you mean: openclaw:core:create_ticket, \
         openclaw:core:close_ticket? Use tools.search to find a tool, tools.describe to inspect it, \
         then tools.call with the exact id or name."
    );
    let many = Value::from(
        (0..9)
            .map(|i| json!({ "name": format!("note_{i}") }))
            .collect::<Vec<_>>(),
    );
    let message = catalog_of(&many).lookup("note").unwrap_err();
    assert!(message.contains(
        "Did you mean: openclaw:core:note_0, openclaw:core:note_1, openclaw:core:note_2?"
    ));
}

#[test]
fn an_unknown_key_without_likeness_gets_no_suggestion() {
    for key in [
        "openclaw:core:frobnicate",
        "frobnicate",
        "openclaw:core:",
        "",
        "!!",
    ] {
        assert_eq!(
            desk().lookup(key).unwrap_err(),
            format!(
                "Unknown tool id: {key}. Use tools.search to find a tool, tools.describe to inspect \
                 it, then tools.call with the exact id or name."
            )
        );
    }
}

#[test]
fn mcp_entries_are_unknown_to_lookup_search_and_convenience() {
    let catalog = desk();
    for key in ["mcp:github:create_issue", "create_issue"] {
        let message = catalog.lookup(key).unwrap_err();
        assert!(
            message.starts_with(&format!("Unknown tool id: {key}.")),
            "{message}"
        );
        assert!(!message[20 + key.len()..].contains("mcp:"));
        assert!(!found(&catalog, key).contains(&"create_issue"));
    }
    assert!(!found(&catalog, "").contains(&"create_issue"));
    assert!(catalog.convenience("create_issue").is_none());
    assert!(
        catalog.by_id("mcp:github:create_issue").is_some(),
        "the host still finds it"
    );
}

#[test]
fn a_huge_unknown_key_gives_a_small_message() {
    let catalog = desk();
    for key in ["ticket ".repeat(1 << 20), "\u{1f600}".repeat(1 << 18)] {
        assert!(catalog.lookup(&key).unwrap_err().len() < 1000);
    }
}

// Convenience functions

#[test]
fn convenience_functions_need_an_identifier_that_is_the_only_one_and_not_taken() {
    let catalog = catalog_of(&json!([
        { "name": "plain" }, { "name": "$_9" }, { "name": "9lives" }, { "name": "two words" },
        { "name": "tool-name" }, { "name": "żółw" }, { "name": "" }, { "name": "search" },
        { "name": "describe" }, { "name": "call" }, { "name": "callValue" }, { "name": "__proto__" },
        { "name": "constructor" }, { "name": "prototype" }, { "name": "exec" },
        { "name": "twice" }, { "name": "twice", "source": "client" },
    ]));
    let names: Vec<_> = catalog.convenience_names().map(|(name, _)| name).collect();
    assert_eq!(names, ["$_9", "exec", "plain"]);
    for (name, index) in catalog.convenience_names() {
        assert_eq!(catalog.convenience(name), Some(index));
    }
    assert!(catalog.convenience("search").is_none() && catalog.convenience("twice").is_none());
}

// Search

#[test]
fn search_puts_the_exact_name_first() {
    let catalog = catalog_of(&json!([
        { "name": "read" },
        { "name": "read_read_read", "label": "read", "description": "read read read" },
        { "name": "reader", "id": "a", "label": "read" },
    ]));
    assert_eq!(first(&catalog, "read"), "read");
    assert_eq!(first(&catalog, "  read\n"), "read");
    assert_eq!(first(&catalog, "a"), "reader");
}

#[test]
fn search_puts_the_exact_id_before_the_exact_name() {
    let catalog = catalog_of(&json!([{ "name": "x", "id": "b" }, { "name": "b", "id": "a" }]));
    assert_eq!(found(&catalog, "b"), ["x", "b"]);
}

#[test]
fn search_weighs_name_id_label_description_and_parameters_in_that_order() {
    let tool = |id: &str, name: &str, label: &str, description: &str, parameter: &str| {
        json!({ "id": id, "name": name, "label": label, "description": description,
                "parameters": { "properties": { parameter: {} } } })
    };
    let catalog = catalog_of(&json!([
        tool("x1", "n1", "l1", "d1", "marker"),
        tool("x2", "n2", "l2", "marker", "p2"),
        tool("x3", "n3", "marker", "d3", "p3"),
        tool("marker4_marker", "n4", "l4", "d4", "p4"),
        tool("x5", "marker_n5", "l5", "d5", "p5"),
    ]));
    assert_eq!(
        found(&catalog, "Marker"),
        ["marker_n5", "n4", "n3", "n2", "n1"]
    );
}

#[test]
fn search_splits_at_case_and_separators_on_both_sides() {
    let catalog = desk();
    for query in [
        "sendMessage",
        "send_message",
        "send-message",
        "send.message",
        "SEND MESSAGE",
        "message/send",
    ] {
        assert_eq!(first(&catalog, query), "sendMessage", "{query}");
    }
}

#[test]
fn search_finds_beginnings_of_words_and_no_other_parts() {
    let catalog = desk();
    assert_eq!(first(&catalog, "tick"), "close_ticket", "tie by id");
    assert!(found(&catalog, "tick").contains(&"create_ticket"));
    assert!(found(&catalog, "icket").is_empty());
    assert_eq!(
        found(&catalog, "read"),
        ["read_spreadsheet"],
        "not spreadsheet_export"
    );
}

#[test]
fn search_prefers_the_whole_word_to_its_beginning() {
    let catalog = catalog_of(&json!([{ "name": "listen_now" }, { "name": "list_all" }]));
    assert_eq!(found(&catalog, "list"), ["list_all", "listen_now"]);
}

#[test]
fn search_knows_forms_of_a_word() {
    let catalog = catalog_of(&json!([
        { "name": "create_ticket" }, { "name": "send_notification" }, { "name": "run_query" }, { "name": "verify_email" },
    ]));
    for (query, name) in [
        ("tickets", "create_ticket"),
        ("creating", "create_ticket"),
        ("notify", "send_notification"),
        ("notifications", "send_notification"),
        ("queries", "run_query"),
        ("verification", "verify_email"),
    ] {
        assert_eq!(first(&catalog, query), name, "{query}");
    }
}

#[test]
fn search_finds_a_compound_written_with_or_without_its_capitals() {
    let catalog =
        catalog_of(&json!([{ "name": "github_sync" }, { "name": "x", "label": "GitHub mirror" }]));
    assert_eq!(found(&catalog, "github").len(), 2);
    assert_eq!(found(&catalog, "GitHub").len(), 2);
}

#[test]
fn search_finds_words_of_any_script() {
    let catalog = catalog_of(&json!([
        { "name": "a", "description": "ファイルを検索する" }, { "name": "b", "description": "发送电子邮件" },
        { "name": "c", "description": "Создаёт задачу" }, { "name": "d", "description": "파일을 삭제합니다" },
        { "name": "e", "description": "Übersetzt Straßennamen" }, { "name": "f", "description": "Wysyła żółty list" },
    ]));
    for (query, name) in [
        ("検索", "a"),
        ("ファイル", "a"),
        ("邮件", "b"),
        ("件", "b"),
        ("ЗАДАЧУ", "c"),
        ("создает", "c"),
        ("파일", "d"),
        ("삭제", "d"),
        ("ubersetzt", "e"),
        ("strassen", "e"),
        ("zolty", "f"),
        ("WYSYŁA", "f"),
    ] {
        assert_eq!(first(&catalog, query), name, "{query}");
    }
}

#[test]
fn search_finds_by_parameter_name() {
    assert_eq!(found(&desk(), "region"), ["web_search"]);
    assert_eq!(found(&desk(), "max results"), ["web_search"]);
}

#[test]
fn search_without_words_lists_everything_in_id_order() {
    let catalog = desk();
    for query in ["", "   ", "***", "\u{1f3ab}"] {
        let all = catalog.search(query, 50);
        assert_eq!(all.len(), 8, "{query:?}");
        assert!(all.is_sorted());
    }
    assert_eq!(catalog.search("", 3), catalog.search("", 50)[..3]);
}

#[test]
fn search_that_fits_nothing_is_empty() {
    for query in [
        "frobnicate",
        "zzz qqq",
        "the of and",
        "openclaw frobnicate",
        "core xyzzy",
    ] {
        assert!(found(&desk(), query).is_empty(), "{query}");
    }
}

#[test]
fn search_for_the_name_of_a_source_lists_its_tools() {
    assert_eq!(found(&desk(), "plugin"), ["browser_request"]);
    assert_eq!(found(&desk(), "client"), ["select_file"]);
    assert!(found(&desk(), "mcp").is_empty());
}

#[test]
fn words_that_say_nothing_do_not_make_a_hit() {
    let catalog = desk();
    assert_eq!(
        found(&catalog, "how do I send to a channel"),
        ["sendMessage"]
    );
    let todo =
        catalog_of(&json!([{ "name": "to_do" }, { "name": "other", "description": "to do" }]));
    assert_eq!(first(&todo, "to do"), "to_do");
}

#[test]
fn ties_come_in_id_order_and_the_limit_cuts_the_same_list() {
    let tools: Vec<Value> = (0..300)
        .map(|i| json!({ "name": format!("job_{:03}", 299 - i) }))
        .collect();
    let catalog = catalog_of(&Value::from(tools));
    let all = catalog.search("job", 300);
    assert_eq!(all.len(), 300);
    assert!(all.is_sorted());
    for limit in [0, 1, 2, 50, 299, 300, usize::MAX] {
        assert_eq!(catalog.search("job", limit), all[..limit.min(300)]);
    }
}

#[test]
fn the_best_of_many_equal_the_beginning_of_all_sorted() {
    let catalog = realistic(1000);
    for query in [
        "create issue",
        "github ticket list",
        "del",
        "stored state change",
        "id",
    ] {
        let all = catalog.search(query, 1000);
        for limit in [1, 3, 8, 50] {
            assert_eq!(
                catalog.search(query, limit),
                all[..limit.min(all.len())],
                "{query}"
            );
        }
    }
}

#[test]
fn search_does_not_depend_on_the_order_of_words_or_of_definitions() {
    let mut tools = realistic_definitions(500);
    let one = Catalog::build(tools.clone());
    Noise(7).shuffle(&mut tools);
    let two = Catalog::build(tools);
    for (left, right) in [
        ("create invoice stripe", "stripe invoice create"),
        ("state time", "time state"),
    ] {
        assert_eq!(one.search(left, 50), one.search(right, 50));
        assert_eq!(one.search(left, 50), two.search(left, 50));
    }
}

#[test]
fn hostile_queries_are_answered_quickly() {
    let catalog = realistic(2000);
    catalog.search("warm", 1);
    let mut noise = Noise(42);
    let wild: String = (0..200_000)
        .filter_map(|_| char::from_u32(u32::try_from(noise.below(0x11_0000)).unwrap()))
        .collect();
    for query in [
        wild,
        "a".repeat(4 << 20),
        "create ".repeat(1 << 19),
        "aB".repeat(1 << 20),
        "\u{fdfa}".repeat(1 << 18),
        format!("a{}", "\u{301}".repeat(1 << 20)),
        "検".repeat(1 << 18),
        (0..100_000).map(|i| format!("w{i} ")).collect(),
        "st cr li up de se ar as ex me no gi gm ji sl li hu dr ze in co".to_owned(),
    ] {
        let started = Instant::now();
        catalog.search(&query, 50);
        let _ = catalog.lookup(&query);
        assert!(
            started.elapsed() < Duration::from_secs(2),
            "{}",
            started.elapsed().as_millis()
        );
    }
}

#[test]
fn hostile_definitions_index_in_bounds() {
    let deep = format!(
        "{}1{}",
        r#"{"properties":"#.repeat(50_000),
        "}".repeat(50_000)
    );
    let tools: Vec<ToolDefinition> = (0..50)
        .map(|i| ToolDefinition {
            name: format!("tool_{i}_{}", "x_".repeat(10_000)),
            description: "word ".repeat(100_000) + "needle",
            parameters: Some(deep.clone().into()),
            ..ToolDefinition::default()
        })
        .collect();
    let catalog = Catalog::build(tools);
    assert_eq!(catalog.search("word", 3).len(), 3);
    assert!(
        catalog.search("needle", 3).is_empty(),
        "beyond what is indexed"
    );
}

#[test]
fn one_catalog_serves_many_threads() {
    let catalog = Arc::new(realistic(300));
    let expected = realistic(300).search("create issue", 8);
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let catalog = Arc::clone(&catalog);
            std::thread::spawn(move || catalog.search("create issue", 8))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}

fn realistic_definitions(count: usize) -> Vec<ToolDefinition> {
    let verbs = [
        "create", "list", "update", "delete", "search", "archive", "assign", "export", "merge",
        "notify",
    ];
    let nouns = [
        "issue",
        "invoice",
        "contact",
        "calendar_event",
        "message",
        "repository",
        "ticket",
        "payment",
    ];
    let areas = [
        "github", "stripe", "gmail", "jira", "slack", "notion", "linear", "hubspot",
    ];
    (0..count)
        .map(|i| {
            let (verb, noun, area) = (verbs[i % 10], nouns[i / 10 % 8], areas[i / 80 % 8]);
            ToolDefinition {
                name: format!("{area}_{verb}_{noun}_{i}"),
                description: format!(
                    "{verb} a {noun} in {area}. Answers the {noun} as stored, with its id, its state \
                     and the time of its last change."
                ),
                parameters: Some(r#"{"properties":{"id":{},"title":{},"dryRun":{}}}"#.into()),
                ..ToolDefinition::default()
            }
        })
        .collect()
}

fn realistic(count: usize) -> Catalog {
    Catalog::build(realistic_definitions(count))
}
