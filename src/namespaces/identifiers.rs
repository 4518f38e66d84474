//! JavaScript identifiers: which names are free, which are not, and how a hostile name becomes one.
//!
//! Owns: the name rules of contract §9 and §10. Does not own: who competes for a name (`mcp`,
//! `registry`). Any thread may call it.

use std::collections::{HashMap, HashSet};

/// Longest identifier made from a name, in bytes. MCP names are at most 128 characters by their own
/// standard; the bound keeps a hostile megabyte name out of every declaration that repeats it.
pub const MAX_IDENTIFIER_BYTES: usize = 128;

/// Globals that code mode itself puts into the guest (contract §8).
pub const GUEST_BUILTINS: &[&str] = &[
    "ALL_TOOLS",
    "API",
    "MCP",
    "TextDecoder",
    "TextEncoder",
    "atob",
    "btoa",
    "clearTimeout",
    "console",
    "json",
    "namespaces",
    "queueMicrotask",
    "setTimeout",
    "structuredClone",
    "text",
    "tools",
    "yield_control",
];

/// Words that a declaration cannot name: reserved in strict code, or bound by the language.
const RESERVED_WORDS: &[&str] = &[
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// Property names through which a prototype can be reached.
pub fn is_unsafe_key(name: &str) -> bool {
    matches!(name, "__proto__" | "constructor" | "prototype")
}

/// The method that makes an object a promise to the language: `await MCP` would call the tool.
pub const THENABLE: &str = "then";

/// Whether a strict-mode declaration cannot use this name.
pub fn is_reserved_word(name: &str) -> bool {
    RESERVED_WORDS.binary_search(&name).is_ok()
}

/// Whether code mode's own globals have this name.
pub fn is_guest_builtin(name: &str) -> bool {
    GUEST_BUILTINS.binary_search(&name).is_ok()
}

/// Whether `name` is an identifier of plain ASCII (`/^[A-Za-z_$][A-Za-z0-9_$]*$/`).
pub fn is_ascii_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_' || first == b'$')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$')
}

/// Turns any text into an identifier: words split at whatever is not an ASCII letter or digit, the
/// first word's first letter lowered, the others' raised, joined; leading digits dropped. Nothing
/// left gives `fallback`. The result may still be reserved or taken: see [`Names`].
pub fn identifier(name: &str, fallback: &str) -> String {
    let mut joined = String::new();
    let words = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            joined.push(if index == 0 {
                first.to_ascii_lowercase()
            } else {
                first.to_ascii_uppercase()
            });
        }
        joined.push_str(letters.as_str());
        // Leading digits are dropped below, so a bound on the raw length could leave nothing of a
        // name that has letters: measure what will stay.
        if kept(&joined).len() >= MAX_IDENTIFIER_BYTES {
            break;
        }
    }
    let kept = kept(&joined);
    let end = kept.len().min(MAX_IDENTIFIER_BYTES);
    match kept.get(..end) {
        Some(text) if !text.is_empty() => text.to_owned(),
        _ => fallback.to_owned(),
    }
}

fn kept(joined: &str) -> &str {
    joined.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// One set of sibling names. A name that is taken, reserved or unsafe gets `2`, `3`, … appended.
#[derive(Default)]
pub struct Names {
    /// Reserved and unsafe words may be taken too.
    lenient: bool,
    taken: HashSet<String>,
    /// Where to go on counting for a base, so that thousands of equal names stay linear.
    next: HashMap<String, u32>,
}

impl Names {
    /// A set in which `taken` are used from the start.
    pub fn with_taken(taken: &[&str]) -> Self {
        Self {
            taken: taken.iter().map(|name| (*name).to_owned()).collect(),
            ..Self::default()
        }
    }

    /// A set of names that are no identifiers, such as those of files: only a taken one is numbered.
    pub fn of_files(taken: &[&str]) -> Self {
        Self {
            lenient: true,
            ..Self::with_taken(taken)
        }
    }

    /// Takes `base`, or the first of `base2`, `base3`, … that is free, and returns it.
    pub fn take(&mut self, base: String) -> String {
        let lenient = self.lenient;
        let free = |taken: &HashSet<String>, name: &str| {
            let allowed = lenient
                || !(is_unsafe_key(name)
                    || is_reserved_word(name)
                    || is_guest_builtin(name)
                    || name == THENABLE);
            allowed && !taken.contains(name)
        };
        if free(&self.taken, &base) {
            self.taken.insert(base.clone());
            return base;
        }
        let mut count = self.next.get(&base).copied().unwrap_or(2);
        let name = loop {
            let candidate = format!("{base}{count}");
            count = count.saturating_add(1);
            if free(&self.taken, &candidate) {
                break candidate;
            }
        };
        self.next.insert(base, count);
        self.taken.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_sorted_for_binary_search() {
        assert!(RESERVED_WORDS.is_sorted());
        assert!(GUEST_BUILTINS.is_sorted());
    }

    #[test]
    fn words_are_joined_in_camel_case() {
        for (name, expected) in [
            ("chrome-devtools", "chromeDevtools"),
            ("create_issue", "createIssue"),
            ("GitHub", "gitHub"),
            ("read file/now", "readFileNow"),
            ("__x__", "x"),
            ("a.b:c", "aBC"),
        ] {
            assert_eq!(identifier(name, "tool"), expected);
        }
    }

    #[test]
    fn leading_digits_are_dropped() {
        assert_eq!(identifier("9lives", "tool"), "lives");
        assert_eq!(identifier("9_lives", "tool"), "Lives");
    }

    #[test]
    fn a_name_without_latin_letters_gets_the_fallback() {
        for name in ["", "検索", "---", "42", "\u{202e}"] {
            assert_eq!(identifier(name, "tool"), "tool");
        }
    }

    #[test]
    fn a_megabyte_name_is_cut() {
        assert_eq!(
            identifier(&"a".repeat(1 << 20), "tool").len(),
            MAX_IDENTIFIER_BYTES
        );
        assert_eq!(identifier(&"a-".repeat(1 << 20), "tool").len(), 128);
        assert_eq!(identifier(&format!("{}x", "9".repeat(5000)), "tool"), "x");
    }

    #[test]
    fn taken_reserved_and_unsafe_names_are_numbered() {
        let mut names = Names::with_taken(&["$api"]);
        for (base, expected) in [
            ("a", "a"),
            ("a", "a2"),
            ("a", "a3"),
            ("a2", "a22"),
            ("delete", "delete2"),
            ("constructor", "constructor2"),
            ("$api", "$api2"),
            ("then", "then2"),
            ("tools", "tools2"),
            ("text", "text2"),
        ] {
            assert_eq!(names.take(base.to_owned()), expected);
        }
    }

    #[test]
    fn ten_thousand_equal_names_take_linear_time() {
        let mut names = Names::default();
        for _ in 0..10_000 {
            names.take("same".to_owned());
        }
        assert_eq!(names.take("same".to_owned()), "same10001");
    }
}
