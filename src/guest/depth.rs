//! How deep a JSON text is nested: what is deeper than a host's own `JSON.stringify` can follow must not
//! cross the border in either direction.

/// Most arrays and objects within each other. Hosts' stacks are small, and they wrap what they get.
pub const MAX_DEPTH: usize = 1000;

/// Whether arrays and objects lie deeper than [`MAX_DEPTH`] within each other. Any text will do; only for
/// one that is no JSON the answer means nothing.
pub fn is_too_deep(json: &str) -> bool {
    // Each level takes two brackets: nearly every text is too short to be looked at.
    if json.len() <= 2 * MAX_DEPTH {
        return false;
    }
    let mut depth = 0_usize;
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(inside) = bytes.next() {
                    match inside {
                        b'\\' => {
                            bytes.next();
                        }
                        b'"' => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        format!("{}{}", "[".repeat(depth), "]".repeat(depth))
    }

    #[test]
    fn the_limit_is_exact() {
        assert!(!is_too_deep(&nested(MAX_DEPTH)));
        assert!(is_too_deep(&nested(MAX_DEPTH + 1)));
        let objects = format!("{}1{}", r#"{"a":"#.repeat(1001), "}".repeat(1001));
        assert!(is_too_deep(&objects));
    }

    #[test]
    fn what_lies_beside_each_other_or_in_strings_is_not_deep() {
        assert!(!is_too_deep(&format!("[{}[]]", "[],".repeat(5000))));
        assert!(!is_too_deep(&format!("[{:?}]", "[".repeat(5000))));
        assert!(!is_too_deep(&format!(r#"["\"{}"]"#, "[".repeat(5000))));
    }
}
