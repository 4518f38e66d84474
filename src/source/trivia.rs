//! White space and comments, as bytes.
//!
//! Owns: where they end and whether a line ends in them. Pure; any thread.

/// What was skipped.
pub struct Skipped {
    pub end: usize,
    /// A line terminator was among it.
    pub newline: bool,
    /// False if a comment does not end.
    pub complete: bool,
}

/// Skips white space and comments from `at` on.
pub fn skip(text: &[u8], mut at: usize) -> Skipped {
    let mut newline = false;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with(b"//") {
            at += line_comment(rest);
        } else if rest.starts_with(b"/*") {
            let (length, broken, complete) = block_comment(rest);
            at += length;
            newline |= broken;
            if !complete {
                return Skipped {
                    end: at,
                    newline,
                    complete,
                };
            }
        } else if let Some((length, broken)) = is_space_or_terminator(rest) {
            at += length;
            newline |= broken;
        } else {
            return Skipped {
                end: at,
                newline,
                complete: true,
            };
        }
    }
}

/// Length of the comment that the text begins with, up to the line's end.
fn line_comment(text: &[u8]) -> usize {
    let mut at = 2;
    while let Some(&byte) = text.get(at) {
        if matches!(byte, b'\n' | b'\r') || (byte == 0xE2 && is_line_separator(&text[at..])) {
            break;
        }
        at += 1;
    }
    at
}

/// Length of the comment that the text begins with, whether a line ends in it, and whether it ends.
fn block_comment(text: &[u8]) -> (usize, bool, bool) {
    let mut newline = false;
    let mut at = 2;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'*' if text.get(at + 1) == Some(&b'/') => return (at + 2, newline, true),
            b'\n' | b'\r' => newline = true,
            0xE2 if is_line_separator(&text[at..]) => newline = true,
            _ => {}
        }
        at += 1;
    }
    (at, newline, false)
}

pub fn is_line_separator(rest: &[u8]) -> bool {
    rest.starts_with("\u{2028}".as_bytes()) || rest.starts_with("\u{2029}".as_bytes())
}

/// Length of the white space or line terminator that the text begins with, and whether it ends a line.
pub fn is_space_or_terminator(rest: &[u8]) -> Option<(usize, bool)> {
    match *rest.first()? {
        b' ' | b'\t' | 0x0B | 0x0C => Some((1, false)),
        b'\n' | b'\r' => Some((1, true)),
        0xC2 if rest.get(1) == Some(&0xA0) => Some((2, false)),
        0xE1..=0xEF if is_line_separator(rest) => Some((3, true)),
        0xE1..=0xEF => {
            let head = rest.get(..3)?;
            let character = std::str::from_utf8(head).ok()?.chars().next()?;
            let space = matches!(
                character,
                '\u{1680}' | '\u{2000}'
                    ..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' | '\u{FEFF}'
            );
            space.then_some((3, false))
        }
        _ => None,
    }
}
