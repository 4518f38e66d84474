//! What a catalog promises, from outside its rooms.

mod entries;
mod lookup;
mod search;

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
