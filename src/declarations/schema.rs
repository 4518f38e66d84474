//! Reading a JSON Schema that someone else wrote.
//!
//! Owns: turning schema text into a value of bounded depth, and following references inside it.
//! Does not own: what the keywords mean (`render`). Any thread may call it.

use serde_json::{Map, Value};

/// Longest schema that is read, in bytes. A longer one is `unknown`: reading it would take tens of
/// milliseconds on a thread that also runs guests.
pub(crate) const MAX_SCHEMA_BYTES: usize = 4 << 20;
/// JSON nesting that is kept. serde_json refuses texts deeper than 127; what lies deeper than this is
/// replaced by an empty object or array, which as a schema is `unknown`.
pub(crate) const MAX_JSON_DEPTH: usize = 100;
/// Longest `$ref` that is followed, in bytes.
const MAX_REF_BYTES: usize = 1024;

/// Reads a schema. `None` if it is too long or not JSON.
pub(crate) fn parse(text: &str) -> Option<Value> {
    if text.len() > MAX_SCHEMA_BYTES {
        return None;
    }
    serde_json::from_str(text)
        .ok()
        .or_else(|| serde_json::from_str(&tamed(text)).ok())
}

/// The same JSON text without what serde_json refuses although JSON allows it: deep nesting, and
/// escapes of lone surrogates (they become U+FFFD).
fn tamed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut depth = 0usize;
    while let Some(c) = rest.chars().next() {
        match c {
            '"' => {
                let end = string_end(rest);
                if depth <= MAX_JSON_DEPTH {
                    push_string(&mut out, rest.get(..end).unwrap_or(""));
                }
                rest = rest.get(end..).unwrap_or("");
                continue;
            }
            '{' | '[' => {
                depth += 1;
                if depth <= MAX_JSON_DEPTH + 1 {
                    out.push(c);
                }
            }
            '}' | ']' => {
                if depth <= MAX_JSON_DEPTH + 1 {
                    out.push(c);
                }
                depth = depth.saturating_sub(1);
            }
            c if depth <= MAX_JSON_DEPTH => out.push(c),
            _ => {}
        }
        rest = rest.get(c.len_utf8()..).unwrap_or("");
    }
    out
}

/// The index after the closing quote of the string that `text` begins with.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn push_string(out: &mut String, mut raw: &str) {
    while let Some(at) = raw.find('\\') {
        let (plain, escape) = raw.split_at(at);
        out.push_str(plain);
        let unit = unit(escape);
        let taken = match unit {
            Some(0xd800..=0xdbff) => {
                let low = escape.get(6..).and_then(self::unit);
                if matches!(low, Some(0xdc00..=0xdfff)) {
                    out.push_str(escape.get(..12).unwrap_or(""));
                    12
                } else {
                    out.push('\u{fffd}');
                    6
                }
            }
            Some(0xdc00..=0xdfff) => {
                out.push('\u{fffd}');
                6
            }
            _ => {
                let len = 1 + escape.chars().nth(1).map_or(0, char::len_utf8);
                out.push_str(escape.get(..len).unwrap_or(escape));
                len
            }
        };
        raw = escape.get(taken..).unwrap_or("");
    }
    out.push_str(raw);
}

/// The UTF-16 unit that `text` begins with an escape of.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Follows a reference within the schema: `#`, or a JSON Pointer after `#`. Anything else (another
/// document, an anchor) is `None`.
pub(crate) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    if reference.len() > MAX_REF_BYTES {
        return None;
    }
    let pointer = percent_decoded(reference.strip_prefix('#')?);
    root.pointer(&pointer)
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = after
            .get(..2)
            .filter(|_| byte == b'%')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(hex.unwrap_or(byte));
        rest = after
            .get(if hex.is_some() { 2 } else { 0 }..)
            .unwrap_or(&[]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A keyword whose value is an object.
pub(crate) fn object<'s>(
    schema: &'s Map<String, Value>,
    key: &str,
) -> Option<&'s Map<String, Value>> {
    schema.get(key)?.as_object()
}

/// A keyword whose value is an array that is not empty.
pub(crate) fn array<'s>(schema: &'s Map<String, Value>, key: &str) -> Option<&'s [Value]> {
    schema
        .get(key)?
        .as_array()
        .map(Vec::as_slice)
        .filter(|items| !items.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lone_surrogates_are_read() {
        assert_eq!(
            parse(r#"{"a\ud800b":"\udc00\ud83d\ude00\\ud800\u0041"}"#),
            Some(json!({"a\u{fffd}b": "\u{fffd}😀\\ud800A"}))
        );
    }

    #[test]
    fn a_deep_schema_keeps_its_upper_levels() {
        let deep = format!(
            r#"{{"a":"x]","b":{}1{},"c":true}}"#,
            "[{\"k\":".repeat(5000),
            "}]".repeat(5000)
        );
        let value = parse(&deep).unwrap();
        assert_eq!(value["a"], "x]");
        assert_eq!(value["c"], true);
        assert!(value["b"][0]["k"][0]["k"].is_array());
    }

    #[test]
    fn what_is_no_json_is_none() {
        for text in ["", "{", "nonsense", "{\"a\":\"\\", "{]}", "\"\\u"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_overlong_schema_is_none() {
        let padded = |len: usize| format!("{}{{}}", " ".repeat(len - 2));
        assert!(parse(&padded(MAX_SCHEMA_BYTES)).is_some());
        assert!(parse(&padded(MAX_SCHEMA_BYTES + 1)).is_none());
    }

    #[test]
    fn local_pointers_are_followed() {
        let root = json!({"$defs": {"a/b": 1, "c d": 2, "e~": 3}});
        assert_eq!(resolve(&root, "#"), Some(&root));
        assert_eq!(resolve(&root, "#/$defs/a~1b"), Some(&json!(1)));
        assert_eq!(resolve(&root, "#/$defs/c%20d"), Some(&json!(2)));
        assert_eq!(resolve(&root, "#/%24defs/e~0"), Some(&json!(3)));
        for other in ["", "#a", "other.json#/a", "#/nowhere", "#/%"] {
            assert_eq!(resolve(&root, other), None, "{other}");
        }
    }
}
