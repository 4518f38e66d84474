//! Who is called what: the ids of a catalog's entries, and those of nested calls.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::definition::{Source, ToolDefinition};

/// Longest owner or tool name inside an id that is made here, in bytes. Names come from servers
/// that nobody here wrote; an id is repeated in every listing, message and trace.
const MAX_SEGMENT_BYTES: usize = 256;

/// Longest part of an outer call's id inside a nested call's id, in characters.
const MAX_PARENT_CHARS: usize = 120;

/// The owner segment for a tool whose host names no owner.
pub(super) fn default_owner(tool: &ToolDefinition) -> &str {
    match tool.effective_source() {
        Source::Openclaw => "core",
        Source::Plugin => "plugin",
        Source::Client => "client",
        Source::Mcp => tool.mcp.as_ref().map_or("mcp", |mcp| {
            mcp.safe_server_name.as_deref().unwrap_or(&mcp.server_name)
        }),
    }
}

/// `<source>:<owner>:<tool name>`.
fn base_id(tool: &ToolDefinition) -> String {
    let owner = tool.source_name.as_deref().unwrap_or_default().trim();
    let owner = if owner.is_empty() {
        default_owner(tool)
    } else {
        owner
    };
    format!(
        "{}:{}:{}",
        tool.effective_source().as_str(),
        head(owner, MAX_SEGMENT_BYTES),
        head(&tool.name, MAX_SEGMENT_BYTES)
    )
}

/// Gives every tool its id: unique, and the same for the same set of tools in any order.
///
/// An id the host brought is kept; if two tools bring the same, or a made id is taken, the first by
/// full definition has it and the others get the lowest free suffix `#2`, `#3`, …
pub(super) fn assign(tools: &[ToolDefinition]) -> Vec<String> {
    let mut ids: Vec<String> = tools
        .iter()
        .map(|tool| tool.id.clone().unwrap_or_else(|| base_id(tool)))
        .collect();

    let mut order: Vec<usize> = (0..tools.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        ids[a]
            .cmp(&ids[b])
            .then_with(|| brought_first(&tools[a], &tools[b]))
            .then(a.cmp(&b))
    });
    let later: Vec<usize> = order
        .windows(2)
        .filter(|pair| ids[pair[0]] == ids[pair[1]])
        .map(|pair| pair[1])
        .collect();
    if later.is_empty() {
        return ids;
    }

    // Every plain id has its owner before the first suffix is given out, so that no suffix can take
    // an id away from a tool whose name merely looks like one.
    let mut taken: HashSet<String> = ids.iter().cloned().collect();
    let mut current = String::new();
    let mut number: u64 = 1;
    for index in later {
        if ids[index] != current {
            current.clone_from(&ids[index]);
            number = 1;
        }
        let unique = loop {
            number += 1;
            let candidate = format!("{current}#{number}");
            if taken.insert(candidate.clone()) {
                break candidate;
            }
        };
        ids[index] = unique;
    }
    ids
}

fn brought_first(a: &ToolDefinition, b: &ToolDefinition) -> Ordering {
    b.id.is_some().cmp(&a.id.is_some()).then_with(|| a.cmp(b))
}

/// The id of the `n`-th nested call of one `exec` (counted from 1).
///
/// `parent` is the outer call's id, `None` where `exec` was called without one. Characters outside
/// `[A-Za-z0-9_.:-]` become `_`.
pub fn nested_tool_call_id(parent: Option<&str>, tool_name: &str, n: u64) -> String {
    let parent = match parent {
        None => "direct".to_owned(),
        Some(outer) => outer
            .trim()
            .chars()
            .take(MAX_PARENT_CHARS)
            .map(|c| match c {
                'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '.' | ':' | '-' => c,
                _ => '_',
            })
            .collect(),
    };
    let parent = if parent.is_empty() { "call" } else { &parent };
    let tool_name = head(tool_name, MAX_SEGMENT_BYTES);
    format!("tool_search_code:{parent}:{tool_name}:{n}")
}

/// The longest beginning of `text` that has at most `max` bytes and ends between characters.
pub(super) fn head(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    &text[..text.floor_char_boundary(max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(source: Source, owner: Option<&str>, name: &str) -> ToolDefinition {
        ToolDefinition {
            name: name.to_owned(),
            source: Some(source),
            source_name: owner.map(str::to_owned),
            ..ToolDefinition::default()
        }
    }

    fn described(name: &str, description: &str) -> ToolDefinition {
        ToolDefinition {
            description: description.to_owned(),
            ..tool(Source::Openclaw, None, name)
        }
    }

    #[test]
    fn id_is_source_owner_and_name() {
        let ids = assign(&[
            tool(Source::Openclaw, None, "message"),
            tool(Source::Plugin, Some("browser"), "browser_request"),
            tool(Source::Mcp, Some("github"), "create_issue"),
            tool(Source::Client, Some("app"), "select_file"),
            tool(Source::Client, Some("  "), "select_file"),
        ]);
        assert_eq!(
            ids,
            [
                "openclaw:core:message",
                "plugin:browser:browser_request",
                "mcp:github:create_issue",
                "client:app:select_file",
                "client:client:select_file",
            ]
        );
    }

    #[test]
    fn colliding_ids_are_numbered_by_definition_and_not_by_arrival() {
        let (a, b, c) = (
            described("x", "a"),
            described("x", "b"),
            described("x", "c"),
        );
        assert_eq!(
            assign(&[c.clone(), a.clone(), b.clone()]),
            ["openclaw:core:x#3", "openclaw:core:x", "openclaw:core:x#2"]
        );
        assert_eq!(
            assign(&[b, c, a]),
            ["openclaw:core:x#2", "openclaw:core:x#3", "openclaw:core:x"]
        );
    }

    #[test]
    fn a_suffix_never_takes_the_id_of_a_tool_that_is_named_so() {
        let ids = assign(&[
            described("x", "b"),
            described("x#2", ""),
            described("x", "a"),
        ]);
        assert_eq!(
            ids,
            ["openclaw:core:x#3", "openclaw:core:x#2", "openclaw:core:x"]
        );
    }

    #[test]
    fn an_id_of_the_host_is_kept_against_a_made_one() {
        let mut given = described("other", "z");
        given.id = Some("openclaw:core:x".to_owned());
        assert_eq!(
            assign(&[described("x", "a"), given]),
            ["openclaw:core:x#2", "openclaw:core:x"]
        );
    }

    #[test]
    fn names_of_any_length_and_script_give_bounded_ids() {
        let long = "é".repeat(10_000);
        let ids = assign(&[
            described(&long, ""),
            described("", ""),
            described("two words", ""),
            described("写真", ""),
            tool(Source::Plugin, Some(&long), &long),
        ]);
        assert!(ids.iter().all(|id| id.len() <= 600));
        assert_eq!(ids[1], "openclaw:core:");
        assert_eq!(ids[2], "openclaw:core:two words");
        assert_eq!(ids[3], "openclaw:core:写真");
    }

    #[test]
    fn nested_call_id_names_parent_tool_and_number() {
        assert_eq!(
            nested_tool_call_id(Some("call-1"), "fake_create_ticket", 1),
            "tool_search_code:call-1:fake_create_ticket:1"
        );
    }

    #[test]
    fn nested_call_id_without_a_parent_says_direct_and_with_a_blank_one_call() {
        assert_eq!(
            nested_tool_call_id(None, "t", 2),
            "tool_search_code:direct:t:2"
        );
        for blank in ["", "  \n"] {
            assert_eq!(
                nested_tool_call_id(Some(blank), "t", 2),
                "tool_search_code:call:t:2"
            );
        }
    }

    #[test]
    fn nested_call_id_cleans_and_cuts_its_parent() {
        assert_eq!(
            nested_tool_call_id(Some("a b/c|ż.:-_"), "t", 1),
            "tool_search_code:a_b_c__.:-_:t:1"
        );
        let at_limit = "p".repeat(120);
        for parent in [at_limit.clone(), "p".repeat(121), "p".repeat(1 << 20)] {
            assert_eq!(
                nested_tool_call_id(Some(&parent), "t", 1),
                format!("tool_search_code:{at_limit}:t:1")
            );
        }
    }
}
