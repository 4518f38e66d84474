//! Search: order of hits, words, hostile input.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::*;

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
