//! What the model sees of code mode, and what it may put in.
//!
//! Owns: the two control tools' names, descriptions and parameters; the check of the final provider
//! payload; the rules for the input of `exec` and `wait`; the decisions behind the before-call hooks.
//! Does not own: which tools are catalogued (`catalog` and the host), the namespaces part of the
//! description, what a cell means, nor the walking of JavaScript objects (`node`).
//!
//! Pure functions: any thread may call them.

mod hooks;
mod input;

use std::collections::BTreeSet;

use crate::config::{JAVASCRIPT, TYPESCRIPT};
use crate::error::{ErrorCode, Failure};

pub use hooks::{
    CodeFields, HookMetadata, ParamsEdit, exec_hook_metadata, exec_hook_metadata_for_kind,
    mirror_exec_params, reconcile_exec_params,
};
pub use input::{ExecInput, Field, check_exec_input, check_wait_input};

pub const EXEC_TOOL_NAME: &str = "exec";
pub const WAIT_TOOL_NAME: &str = "wait";
/// `toolKind` in the hook events of the control tool `exec`, by which a policy tells it from a
/// shell tool of the same name.
pub const EXEC_TOOL_KIND: &str = "code_mode_exec";
/// Controls of the gateway's tool search: neither visible to the model nor catalogued.
pub const HIDDEN_CONTROL_NAMES: [&str; 4] = [
    "tool_search_code",
    "tool_search",
    "tool_describe",
    "tool_call",
];

/// How many names the message about a wrong payload lists.
const MAX_LISTED_NAMES: usize = 8;
/// How many characters of a name that message shows.
const MAX_LISTED_CHARS: usize = 64;

/// Whether a tool of this name is a control of the gateway's tool search.
pub fn is_hidden_control_name(name: &str) -> bool {
    HIDDEN_CONTROL_NAMES.contains(&name)
}

/// The description of `exec` for one catalog.
///
/// `languages` are the accepted languages' wire names; `namespaces_text` is what the namespaces have
/// to say for themselves, empty if nothing. Every byte of this is paid for in every model request.
pub fn exec_description(languages: &[&str], has_mcp: bool, namespaces_text: &str) -> String {
    let (what, choice) = match languages {
        [TYPESCRIPT] => ("TypeScript", "must be \"typescript\""),
        [JAVASCRIPT] => ("JavaScript", "is always \"javascript\""),
        _ => (
            "JavaScript or TypeScript",
            "is \"javascript\" (default) or \"typescript\", nothing else",
        ),
    };
    let mcp = if has_mcp {
        "MCP tools only through `MCP`: await MCP.<server>.<tool>({ … }); signatures are in \
         API.read(\"mcp/<server>.d.ts\")."
    } else {
        "MCP tools only through `MCP`."
    };
    let mut text = format!(
        "Run {what} that works with all other tools. `code` is the body of an async function: use \
         `return` for the final value; awaited calls without a returned value complete as `null`. \
         Node modules, `require` and `import` are NOT available; files, network and shell only \
         through tools:\n\
         - await tools.search(query) → entries {{ id, name, description }}\n\
         - await tools.describe(entry.id) → entry with its input schema, `parameters`\n\
         - await tools.call(entry.id, args) → {{ tool, result }}; tools.callValue(entry.id, args) → \
         just the value\n\
         - API.list(prefix?), API.read(path): TypeScript declarations\n\
         Use Promise.all for independent calls. text(value) and json(value) add output. {mcp} \
         `language` {choice}."
    );
    if !namespaces_text.is_empty() {
        text.push_str("\n\n");
        text.push_str(namespaces_text);
    }
    text
}

/// The parameters of `exec` as JSON Schema text.
pub fn exec_parameters_json(languages: &[&str]) -> String {
    let known: Vec<&str> = languages
        .iter()
        .copied()
        .filter(|name| [JAVASCRIPT, TYPESCRIPT].contains(name))
        .collect();
    serde_json::json!({
        "type": "object",
        "properties": {
            "code": { "type": "string", "description": "Body of an async function." },
            "command": { "type": "string", "description": "Alias of code." },
            "language": { "type": "string", "enum": known },
        },
    })
    .to_string()
}

/// The description of `wait`.
pub const fn wait_description() -> &'static str {
    "Resume an `exec` that returned status \"waiting\", by its runId; gives the same kind of result. \
     Of no use for anything else."
}

/// The parameters of `wait` as JSON Schema text.
pub const fn wait_parameters_json() -> &'static str {
    r#"{"type":"object","properties":{"runId":{"type":"string","description":"runId of the waiting result."}},"required":["runId"]}"#
}

/// Checks the tool names of the final provider payload: exactly `exec`, `wait` and the run's
/// direct-only tools, each once, in any order.
///
/// # Errors
///
/// `runtime_unavailable`, so that the run fails instead of exposing an ordinary tool.
pub fn assert_tool_surface(names: &[&str], direct_only: &[&str]) -> Result<(), Failure> {
    let wanted = || {
        [EXEC_TOOL_NAME, WAIT_TOOL_NAME]
            .into_iter()
            .chain(direct_only.iter().copied())
    };
    let expected: BTreeSet<&str> = wanted().collect();
    let given: BTreeSet<&str> = names.iter().copied().collect();
    if given == expected && given.len() == names.len() {
        return Ok(());
    }
    let mut message = format!(
        "code mode tool surface must be exactly {}.",
        listed(wanted())
    );
    for (what, odd) in [
        ("Missing", expected.difference(&given)),
        ("Unexpected", given.difference(&expected)),
    ] {
        let list = listed(odd.copied());
        if !list.is_empty() {
            message.push_str(&format!(" {what}: {list}."));
        }
    }
    if given.len() != names.len() {
        message.push_str(" A name stands there more than once.");
    }
    Err(Failure::new(ErrorCode::RuntimeUnavailable, message))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut shown: Vec<String> = names
        .take(MAX_LISTED_NAMES + 1)
        .map(|name| name.chars().take(MAX_LISTED_CHARS).collect())
        .collect();
    if shown.len() > MAX_LISTED_NAMES {
        shown.truncate(MAX_LISTED_NAMES);
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [&str; 2] = [JAVASCRIPT, TYPESCRIPT];

    fn message<T: std::fmt::Debug>(result: Result<T, Failure>) -> (ErrorCode, String) {
        let failure = result.expect_err("a failure");
        (failure.code, failure.message)
    }

    // What the model reads

    #[test]
    fn description_says_what_a_model_must_know() {
        for has_mcp in [false, true] {
            let text = exec_description(&BOTH, has_mcp, "");
            for needed in [
                "use `return`",
                "awaited calls without a returned value complete as `null`",
                "NOT available",
                "`require`",
                "`import`",
                "tools.search(query)",
                "tools.describe(entry.id)",
                "tools.call(entry.id, args)",
                "API.list(prefix?)",
                "API.read(path)",
                "only through `MCP`",
                "\"javascript\"",
                "\"typescript\"",
            ] {
                assert!(text.contains(needed), "{needed}");
            }
        }
    }

    #[test]
    fn description_names_only_the_languages_there_are() {
        assert!(!exec_description(&[JAVASCRIPT], false, "").contains("ypescript"));
        assert!(!exec_description(&[TYPESCRIPT], false, "").contains("avascript"));
    }

    #[test]
    fn description_ends_with_the_namespaces() {
        let text = exec_description(&BOTH, true, "Registered: Issues.");
        assert!(text.ends_with(".\n\nRegistered: Issues."));
        assert!(!exec_description(&BOTH, true, "").ends_with('\n'));
    }

    #[test]
    fn surface_stays_short() {
        let sizes = [
            exec_description(&BOTH, false, "").len(),
            exec_description(&BOTH, true, "").len(),
            exec_parameters_json(&BOTH).len(),
            wait_description().len(),
            wait_parameters_json().len(),
        ];
        println!(
            "exec {}/{} + {}, wait {} + {} bytes",
            sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]
        );
        assert!(
            sizes[1] <= 1024 && sizes.iter().skip(1).sum::<usize>() <= 1600,
            "{sizes:?}"
        );
    }

    #[test]
    fn parameters_are_flat_schemas() {
        let exec: serde_json::Value = serde_json::from_str(&exec_parameters_json(&BOTH)).unwrap();
        let keys: Vec<_> = exec["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["code", "command", "language"]);
        assert_eq!(
            exec["properties"]["language"]["enum"],
            serde_json::json!(BOTH)
        );
        let one: serde_json::Value =
            serde_json::from_str(&exec_parameters_json(&[TYPESCRIPT])).unwrap();
        assert_eq!(
            one["properties"]["language"]["enum"],
            serde_json::json!([TYPESCRIPT])
        );
        let wait: serde_json::Value = serde_json::from_str(wait_parameters_json()).unwrap();
        assert_eq!(wait["required"], serde_json::json!(["runId"]));
    }

    // The payload check

    #[test]
    fn surface_is_the_two_tools_and_the_direct_ones_in_any_order() {
        assert!(assert_tool_surface(&["exec", "wait"], &[]).is_ok());
        assert!(assert_tool_surface(&["wait", "direct", "exec"], &["direct"]).is_ok());
    }

    #[test]
    fn any_other_surface_fails_closed() {
        for (names, direct) in [
            (&[][..], &[][..]),
            (&["exec"], &[]),
            (&["exec", "wait", "read"], &[]),
            (&["exec", "wait"], &["direct"]),
            (&["exec", "wait", "wait"], &[]),
            (&["exec", "exec", "wait"], &["exec"]),
            (&["Exec", "wait"], &[]),
            (&["exec ", "wait"], &[]),
        ] {
            let (code, text) = message(assert_tool_surface(names, direct));
            assert_eq!(code, ErrorCode::RuntimeUnavailable, "{names:?}");
            assert!(
                text.starts_with("code mode tool surface must be exactly exec, wait"),
                "{text}"
            );
        }
    }

    #[test]
    fn message_about_a_wrong_surface_is_bounded() {
        let long = "x".repeat(1 << 20);
        let many: Vec<String> = (0..10_000).map(|i| format!("{i}{long:.100}")).collect();
        let mut names: Vec<&str> = many.iter().map(String::as_str).collect();
        names.push(&long);
        let (_, text) = message(assert_tool_surface(&names, &[]));
        assert!(text.len() < 1000);
    }
}
