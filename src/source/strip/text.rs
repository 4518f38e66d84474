//! Looking around in the source text between the nodes of the tree.
//!
//! Owns: skipping white space and comments, and reading the word at a place. The places given are borders
//! between tokens, so a comment found here is one. Pure; any thread.

use crate::source::position::is_line_terminator;

/// The first byte at or after `at` that is neither white space nor comment.
pub fn skip_trivia(code: &str, mut at: usize) -> usize {
    loop {
        let rest = code.get(at..).unwrap_or_default();
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find(is_line_terminator).unwrap_or(trimmed.len());
        } else if let Some(comment) = trimmed.strip_prefix("/*") {
            at += comment.find("*/").map_or(trimmed.len(), |end| end + 4);
        } else {
            return at;
        }
    }
}

/// The identifier or keyword that begins at `at`; empty if none does.
pub fn word_at(code: &str, at: usize) -> &str {
    let rest = code.get(at..).unwrap_or_default();
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$' || c == '\\'))
        .unwrap_or(rest.len());
    &rest[..end]
}

/// The byte at `at`.
pub fn byte_at(code: &str, at: usize) -> Option<u8> {
    code.as_bytes().get(at).copied()
}

/// True if a line ends inside the range.
pub fn breaks_line(code: &str, lo: usize, hi: usize) -> bool {
    code.get(lo..hi)
        .is_some_and(|text| text.contains(is_line_terminator))
}
