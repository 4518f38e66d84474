//! What a model needs to mend its cell: the line that failed, and a hint where the mistake is a known one.
//!
//! Owns: excerpts and hints, beside the error's own text, which stays as it is. Bounded; never fails.

mod nearest;

use super::CellScopes;
use super::view::CatalogView;
use crate::error::Failure;
use crate::source::{self, Language};

/// Longest excerpt, in characters.
const MAX_EXCERPT: usize = 160;
/// Longest name that a hint repeats, in bytes.
const MAX_NAME: usize = 128;
const SUGGESTIONS: usize = 3;

/// Adds the source line and, if there is one, a hint.
pub fn explain(
    failure: &mut Failure,
    code: &str,
    language: Language,
    view: &CatalogView,
    scopes: &CellScopes,
) {
    if failure.bare && failure.location.is_none() {
        failure.location = source::only_throw(code, language);
    }
    if let Some(at) = failure.location {
        failure.excerpt = excerpt(code, at.line);
    }
    if failure.hint.is_none() {
        failure.hint = hint(failure, code, language, view, scopes);
    }
}

/// The line with this number, without indentation, cut if it is long.
fn excerpt(code: &str, line: u32) -> Option<String> {
    let text = source::line(code, line)?.trim();
    let cut: String = text.chars().take(MAX_EXCERPT).collect();
    Some(if cut.len() < text.len() {
        cut + "…"
    } else {
        cut
    })
    .filter(|text| !text.is_empty())
}

fn hint(
    failure: &Failure,
    code: &str,
    language: Language,
    view: &CatalogView,
    scopes: &CellScopes,
) -> Option<String> {
    let message = failure.message.as_str();
    if language == Language::JavaScript && message.starts_with("SyntaxError: ") {
        // Types that were taken out are what the engine stumbled over.
        let typed = source::prepare(code, Language::TypeScript).ok()?;
        return (typed.body != code)
            .then(|| "This parses as TypeScript: pass language: \"typescript\".".into());
    }
    if let Some(name) = message
        .strip_prefix("ReferenceError: ")
        .and_then(|rest| rest.strip_suffix(" is not defined"))
    {
        return undefined_name(name, view);
    }
    if message.starts_with("TypeError: ") && message.ends_with("not a function") {
        let line = failure.excerpt.as_deref().unwrap_or(code);
        return members_after(line, "tools.")
            .find_map(|name| not_a_tool(name, view))
            .or_else(|| nearest::not_callable(line, view, scopes));
    }
    if message.contains("cannot read property") {
        if has_unawaited_call(code) {
            return Some("A tool call returns a promise: put `await` before it.".into());
        }
        let line = failure.excerpt.as_deref().unwrap_or_default();
        if code.contains("tools.") && reads_past_result(line) {
            return Some(
                "A tool call gives { tool, result }: read .result.details or .result.content, or use tools.callValue(id, input).".into(),
            );
        }
        return nearest::not_there(line, view);
    }
    None
}

fn undefined_name(name: &str, view: &CatalogView) -> Option<String> {
    if name.len() > MAX_NAME {
        return None;
    }
    if view.catalog.convenience(name).is_some() {
        return Some(format!("Tools are called as tools.{name}(input)."));
    }
    if view.mcp().server(name).is_some() {
        return Some(format!(
            "MCP servers are called as MCP.{name}.<tool>(input)."
        ));
    }
    nearest(name, view).map(|names| format!("The nearest tools are {names}."))
}

fn not_a_tool(name: &str, view: &CatalogView) -> Option<String> {
    let known = ["search", "describe", "call", "callValue"].contains(&name);
    if known || name.len() > MAX_NAME || view.catalog.convenience(name).is_some() {
        return None;
    }
    let near =
        nearest(name, view).map_or_else(String::new, |names| format!(" The nearest are {names}."));
    Some(format!(
        "There is no function tools.{name}; use tools.search(query), then tools.call(id, input).{near}"
    ))
}

/// Callable tools whose names share words with `name`.
fn nearest(name: &str, view: &CatalogView) -> Option<String> {
    let found = view.catalog.search(name, SUGGESTIONS);
    let names: Vec<String> = found
        .into_iter()
        .filter_map(|index| view.catalog.get(index))
        .map(|entry| {
            if view.catalog.convenience(&entry.name).is_some() {
                format!("tools.{}(input)", entry.name)
            } else {
                format!("tools.call({:?}, input)", entry.id)
            }
        })
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether `details` or `content` is read of something that is not called `result`.
fn reads_past_result(line: &str) -> bool {
    [".details", ".content"].into_iter().any(|field| {
        line.match_indices(field)
            .any(|(at, _)| !line[..at].trim_end_matches('?').ends_with("result"))
    })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The names that follow `object` in the text.
fn members_after<'t>(text: &'t str, object: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(object).filter_map(move |(at, _)| {
        let rest = &text[at + object.len()..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    })
}

/// Whether a variable is given a tool call's promise.
fn has_unawaited_call(code: &str) -> bool {
    ["tools.", "MCP."].into_iter().any(|object| {
        code.match_indices(object).any(|(at, _)| {
            let before = code[..at].trim_end();
            before.ends_with('=') && !before.ends_with("=>") && !before.ends_with("==")
        })
    })
}
