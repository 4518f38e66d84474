//! Lookup by id and name, and convenience functions.

use super::*;

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
