//! Places in the cell's text: byte offsets to lines and UTF-16 columns, and the quoted line under a message.
//!
//! Owns: what a "line" is (what editors count: LF, CR LF and CR end one) and how a diagnostic shows it. Pure;
//! any thread.

use std::borrow::Cow;

use crate::error::Location;

/// Most UTF-16 units of the offending line that a message quotes: enough to recognise the place, too
/// little to flood the model's context.
const MAX_QUOTED_UNITS: usize = 120;

/// Line and column (both from 1, the column in UTF-16 units) of a byte offset. An offset past the end
/// is the end; one inside a character is that character.
pub fn locate(text: &str, offset: usize) -> Location {
    let (line, start) = line_of(text, offset);
    let mut column = 1_u32;
    for (at, character) in text.get(start..).unwrap_or_default().char_indices() {
        if start + at + character.len_utf8() > offset {
            break;
        }
        column = column.saturating_add(character.len_utf16() as u32);
    }
    Location { line, column }
}

/// The line that holds the offset, with a caret under the place: `\n  3 | foo bar\n    |     ^`.
pub fn excerpt(text: &str, offset: usize) -> String {
    let (line, start) = line_of(text, offset);
    let rest = text.get(start..).unwrap_or_default();
    let content = &rest[..rest.find(ends_line).unwrap_or(rest.len())];
    let column = locate(text, offset).column as usize - 1;
    // A long line is shown as a window around the place.
    let skip = column.saturating_sub(MAX_QUOTED_UNITS / 2);
    let mut units = 0;
    let mut window = String::new();
    let mut caret = String::new();
    for character in content.chars() {
        let width = character.len_utf16();
        if units >= skip && units < skip + MAX_QUOTED_UNITS {
            let shown = if character.is_control() || is_line_terminator(character) {
                ' '
            } else {
                character
            };
            window.push(shown);
            if units < column {
                caret.push(' ');
            }
        }
        units += width;
        if units >= skip + MAX_QUOTED_UNITS {
            break;
        }
    }
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    format!("\n{number} | {window}\n{gutter} | {caret}^")
}

/// The characters that end a statement's line in ECMAScript.
pub fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// The text with LF where a CR stood alone, which means the same everywhere in a program. The engine counts
/// most lines that end in CR, but not all.
pub fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    let alone = |&(at, _): &(usize, &str)| !text[at + 1..].starts_with('\n');
    let mut lone = text.match_indices('\r').filter(alone).peekable();
    if lone.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in lone {
        out.push_str(&text[from..at]);
        out.push('\n');
        from = at + 1;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// The line with this number (from 1), without its end; `None` behind the last one.
pub fn line(text: &str, number: u32) -> Option<&str> {
    let mut rest = text;
    for _ in 1..number {
        let end = rest.find(ends_line)?;
        let length = if rest[end..].starts_with("\r\n") {
            2
        } else {
            1
        };
        rest = &rest[end + length..];
    }
    Some(&rest[..rest.find(ends_line).unwrap_or(rest.len())])
}

/// Number of the line (from 1) that holds the offset, and the byte at which it starts.
fn line_of(text: &str, offset: usize) -> (u32, usize) {
    let mut line = 1_u32;
    let mut start = 0;
    let mut previous = '\0';
    for (at, character) in text.char_indices() {
        // The line feed of a CR LF pair belongs to the line that its CR has ended.
        if at >= offset && !(character == '\n' && previous == '\r') {
            break;
        }
        if ends_line(character) {
            if !(character == '\n' && previous == '\r') {
                line = line.saturating_add(1);
            }
            start = at + character.len_utf8();
        }
        previous = character;
    }
    (line, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (u32, u32) {
        let place = locate(text, offset);
        (place.line, place.column)
    }

    #[test]
    fn columns_are_utf16_units() {
        assert_eq!(at("é😀x", 6), (1, 4));
        assert_eq!(at("ab\ncd", 4), (2, 2));
    }

    #[test]
    fn carriage_return_with_line_feed_is_one_line_break() {
        assert_eq!(at("a\r\nb", 3), (2, 1));
        assert_eq!(at("a\rb", 2), (2, 1));
    }

    #[test]
    fn a_line_separator_is_no_line_of_an_editor() {
        assert_eq!(at("'a\u{2028}b'", 5), (1, 4));
    }

    #[test]
    fn lines_by_number() {
        let text = "a\r\nb\rc\n\nd\u{2028}e";
        let lines: Vec<_> = (1..=6).map(|number| line(text, number)).collect();
        assert_eq!(
            lines,
            [
                Some("a"),
                Some("b"),
                Some("c"),
                Some(""),
                Some("d\u{2028}e"),
                None
            ]
        );
    }

    #[test]
    fn a_carriage_return_alone_becomes_a_line_feed() {
        assert_eq!(with_plain_line_ends("a\rb\r\nc\r\rd\r"), "a\nb\r\nc\n\nd\n");
        assert!(matches!(with_plain_line_ends("a\r\nb"), Cow::Borrowed(_)));
    }

    #[test]
    fn an_offset_past_the_end_is_the_end() {
        assert_eq!(at("ab", 99), (1, 3));
        assert_eq!(at("", 0), (1, 1));
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        assert_eq!(excerpt("x\nfoo bar", 6), "\n2 | foo bar\n  |     ^");
    }

    #[test]
    fn a_long_line_is_quoted_as_a_window() {
        let text = "a".repeat(100_000);
        let quoted = excerpt(&text, 50_000);
        assert!(quoted.len() < 300);
        assert!(quoted.ends_with('^'));
    }
}
