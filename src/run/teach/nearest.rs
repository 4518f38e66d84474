//! Names that were meant: of the functions under `MCP` and of plugin namespaces.
//!
//! Owns: what stands in a line and is not there, and what is most like it. Bounded.

use super::{MAX_NAME, SUGGESTIONS, is_word};
use crate::run::CellScopes;
use crate::run::view::CatalogView;

/// Names that are compared: a catalog may have thousands.
const MAX_COMPARED: usize = 2000;

/// A hint for a line that called what is no function of a server or a namespace.
pub fn not_callable(line: &str, view: &CatalogView, scopes: &CellScopes) -> Option<String> {
    paths(line).find_map(|path| {
        let (root, rest) = path.split_once('.')?;
        let (owner, wrong, functions) = if root == "MCP" {
            let (name, wrong) = rest.split_once('.')?;
            let server = view.mcp().server(name)?;
            let owner = format!("MCP.{name}");
            let methods = server.all().map(|method| {
                let path = method.path.as_str();
                let own = path
                    .strip_prefix(&owner)
                    .map_or(path, |own| own.trim_start_matches('.'));
                own.to_owned()
            });
            let methods = methods.collect();
            (owner, wrong, methods)
        } else {
            let functions = scopes.functions(root);
            (root.to_owned(), rest, functions)
        };
        offer(&owner, wrong, functions)
    })
}

/// A hint for a line that read a property of a server that is not there.
pub fn not_there(line: &str, view: &CatalogView) -> Option<String> {
    paths(line).find_map(|path| {
        let name = path.strip_prefix("MCP.")?.split('.').next()?;
        let servers = view.mcp().servers.iter();
        let servers: Vec<String> = servers.map(|server| server.identifier.clone()).collect();
        if servers.is_empty() {
            return Some("There are no MCP servers here.".into());
        }
        offer("MCP", name, servers)
    })
}

/// Says what `owner` has instead of `wrong`; nothing where it has that.
fn offer(owner: &str, wrong: &str, names: Vec<String>) -> Option<String> {
    if names.is_empty() || wrong.len() > MAX_NAME || names.iter().any(|name| name == wrong) {
        return None;
    }
    let lowered = wrong.to_lowercase();
    let mut ranked: Vec<(usize, String)> = names
        .into_iter()
        .take(MAX_COMPARED)
        .filter(|name| name.len() <= MAX_NAME)
        .map(|name| (distance(&lowered, &name.to_lowercase()), name))
        .collect();
    ranked.sort();
    let near: Vec<String> = ranked
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, name)| format!("{owner}.{name}"))
        .collect();
    (!near.is_empty()).then(|| {
        format!(
            "There is no {owner}.{wrong}. The nearest are {}.",
            near.join(", ")
        )
    })
}

/// The dotted names in a line.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c| !is_word(c) && c != '.')
        .filter(|path| path.contains('.'))
        .map(|path| path.trim_matches('.'))
}

/// How many characters have to be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let cost = before + usize::from(from != *to);
            before = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_changes() {
        for (a, b, expected) in [
            ("", "", 0),
            ("lst", "list", 1),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn the_nearest_come_first_and_what_is_there_gets_no_hint() {
        let names = || vec!["update".to_owned(), "list".to_owned(), "a.list".to_owned()];
        assert_eq!(
            offer("Issues", "lst", names()).as_deref(),
            Some(
                "There is no Issues.lst. The nearest are Issues.list, Issues.a.list, Issues.update."
            )
        );
        assert_eq!(offer("Issues", "list", names()), None);
        assert_eq!(offer("Issues", "x", Vec::new()), None);
    }
}
