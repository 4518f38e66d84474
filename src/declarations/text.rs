//! Hostile text inside TypeScript: string literals, property names, comments.
//!
//! Owns: that no text can end the token it is put into. Does not own: what is said. Any thread.

use std::fmt::Write;

use crate::namespaces::identifiers::is_ascii_identifier;
pub(crate) use crate::namespaces::mcp::cut;

/// A double-quoted literal with exactly this value, on one line and in plain ASCII where a character
/// could be taken for a line end or reorder what is shown.
pub(crate) fn string_literal(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_invisible(c) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    // Writing to a String does not fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A property name: bare where it is a plain identifier, else a string literal.
pub(crate) fn property_key(key: &str) -> String {
    if is_ascii_identifier(key) {
        key.to_owned()
    } else {
        string_literal(key)
    }
}

/// Text for a place inside a comment, on one line: white space collapsed, `*/` broken, characters
/// that are not shown dropped, at most about `max` bytes.
pub(crate) fn comment_line(text: &str, max: usize) -> String {
    let mut out = String::new();
    // White space may go on for megabytes; reading a little more than is kept is enough.
    let source = cut(text, max.saturating_mul(4));
    let mut blank = false;
    for c in source.chars() {
        if c.is_whitespace() || c.is_control() {
            blank = !out.is_empty();
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        if out.len() + c.len_utf8() + usize::from(blank) > max {
            out.push('…');
            return out;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
        }
        if c == '/' && out.ends_with('*') {
            out.push('\\');
        }
        out.push(c);
    }
    if source.len() < text.len() {
        out.push('…');
    }
    out
}

/// Text for a block comment: its own lines, each made safe like [`comment_line`], empty lines at the
/// ends dropped and several in the middle made one.
pub(crate) fn comment_lines(text: &str, max_lines: usize, max_bytes: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut left = max_bytes;
    let source = cut(text, max_bytes.saturating_mul(4));
    for line in source.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
        if lines.len() >= max_lines || left == 0 {
            lines.push("…".to_owned());
            break;
        }
        let line = comment_line(line, left);
        if line.is_empty() && lines.last().is_none_or(String::is_empty) {
            continue;
        }
        left = left.saturating_sub(line.len());
        lines.push(line);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Writes a doc comment of these lines, or nothing if there are none.
pub(crate) fn doc_comment(out: &mut String, indent: &str, lines: &[String]) {
    match lines {
        [] => {}
        [line] => {
            let _ = writeln!(out, "{indent}/** {line} */");
        }
        lines => {
            let _ = writeln!(out, "{indent}/**");
            for line in lines {
                if line.is_empty() {
                    let _ = writeln!(out, "{indent} *");
                } else {
                    let _ = writeln!(out, "{indent} * {line}");
                }
            }
            let _ = writeln!(out, "{indent} */");
        }
    }
}

/// Control characters, line separators, marks that reorder text, and other characters without a
/// shape of their own. They belong neither in a comment nor, unescaped, in a literal.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stay_on_one_line() {
        assert_eq!(
            string_literal("a\"\\\n\u{2028}\u{202e}\0`${x}*/é"),
            r#""a\"\\\n\u2028\u202e\u0000`${x}*/é""#
        );
    }

    #[test]
    fn characters_beyond_the_first_plane_are_escaped_in_halves() {
        assert_eq!(string_literal("\u{e0001}"), r#""\udb40\udc01""#);
    }

    #[test]
    fn only_plain_identifiers_go_unquoted() {
        assert_eq!(property_key("a$_1"), "a$_1");
        for key in ["", "1a", "a-b", "é", "a b"] {
            assert!(property_key(key).starts_with('"'), "{key}");
        }
    }

    #[test]
    fn a_comment_cannot_be_ended() {
        for text in [
            "a */ b",
            "*/",
            "**/",
            "*\u{200b}/",
            "*\0/",
            "*\u{202e}\u{feff}/",
        ] {
            assert!(!comment_line(text, 100).contains("*/"), "{text:?}");
        }
    }

    #[test]
    fn a_slash_after_a_line_end_is_not_joined_to_a_star() {
        assert_eq!(comment_line("*\n/", 100), "* /");
    }

    #[test]
    fn a_line_is_cut_at_its_bound() {
        assert_eq!(comment_line("abcdef", 6), "abcdef");
        assert_eq!(comment_line("abcdefg", 6), "abcdef…");
        assert!(comment_line(&" ".repeat(1 << 20), 6).len() < 8);
    }

    #[test]
    fn paragraphs_are_kept_and_bounded() {
        assert_eq!(
            comment_lines("\n\n a\u{2028}\n\nb \r\n", 9, 99),
            ["a", "", "b"]
        );
        assert_eq!(comment_lines("a\nb\nc", 2, 99), ["a", "b", "…"]);
        assert!(comment_lines(&"x\n".repeat(1 << 20), 9, 99).len() <= 10);
    }
}
