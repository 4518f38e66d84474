//! The input of an MCP call: defaults filled in, required keys checked, the rest left alone.
//!
//! Owns: the input rules of contract §9. Does not own: validation against the rest of the schema,
//! which is the server's business. Works on JSON text and keeps the caller's own text byte for
//! byte, so that no number changes on the way. Any thread may call it.

use std::collections::HashSet;

use serde::de::IgnoredAny;

use super::mcp::cut;

/// The call had something else than one plain object.
pub const NOT_ONE_OBJECT: &str = "MCP namespace tools accept one object argument.";
/// How many missing keys an error names: a hostile schema may require a million.
pub const MAX_MISSING_NAMED: usize = 32;
/// How much of a missing key an error shows, in bytes.
const MAX_MISSING_KEY_BYTES: usize = 200;
/// Deepest pointer of work: defaults beyond this many bytes in all are not added.
pub const MAX_DEFAULTS_BYTES: usize = 1 << 20;

/// Prepares the argument of an MCP call.
///
/// `schema` is the tool's JSON Schema as text, `input` the JSON text of the one argument (`None` for
/// no argument). Gives the JSON text for the tool, or the exact catchable message. Only the
/// schema's own top-level `properties.<key>.default` and `required` count. A schema that is not a
/// JSON object asks for nothing.
pub fn prepare_input(schema: Option<&str>, input: Option<&str>) -> Result<String, String> {
    let input = input.unwrap_or("{}").trim_ascii();
    let given = members(input).ok_or_else(|| NOT_ONE_OBJECT.to_owned())?;
    let Some(schema) = schema.and_then(members) else {
        return Ok(input.to_owned());
    };
    let mut present: HashSet<Vec<u8>> = given.iter().map(|(key, _)| decode(key)).collect();

    let mut added = String::new();
    let properties = last(&schema, b"properties").and_then(inner_members);
    for (key, property) in properties.into_iter().flatten() {
        let Some(value) = inner_members(property).and_then(|own| last(&own, b"default")) else {
            continue;
        };
        if added.len() + key.len() + value.len() > MAX_DEFAULTS_BYTES {
            break;
        }
        if present.insert(decode(key)) {
            added.push(',');
            added.push_str(key);
            added.push(':');
            added.push_str(value);
        }
    }

    let required = last(&schema, b"required").map(strings).unwrap_or_default();
    let mut seen = HashSet::new();
    let missing: Vec<Vec<u8>> = required
        .into_iter()
        .map(decode)
        .filter(|key| !present.contains(key) && seen.insert(key.clone()))
        .collect();
    if !missing.is_empty() {
        return Err(missing_message(&missing));
    }

    if added.is_empty() {
        return Ok(input.to_owned());
    }
    let body = input.strip_suffix('}').unwrap_or(input);
    // The first comma belongs only after members of the caller's own.
    let added = if given.is_empty() {
        added.strip_prefix(',').unwrap_or(&added)
    } else {
        &added
    };
    Ok(format!("{body}{added}}}"))
}

fn missing_message(missing: &[Vec<u8>]) -> String {
    let mut names: Vec<String> = missing
        .iter()
        .take(MAX_MISSING_NAMED)
        .map(|key| cut(&String::from_utf8_lossy(key), MAX_MISSING_KEY_BYTES).to_owned())
        .collect();
    if missing.len() > MAX_MISSING_NAMED {
        names.push("…".to_owned());
    }
    let plural = if missing.len() == 1 { "" } else { "s" };
    format!(
        "Missing required MCP namespace argument{plural}: {}",
        names.join(", ")
    )
}

type Members<'a> = Vec<(&'a str, &'a str)>;

/// The members of a JSON object text as raw (quoted key, value) pairs; `None` unless `text` is
/// valid JSON and an object. Nesting is followed without recursion, so depth does not matter.
fn members(text: &str) -> Option<Members<'_>> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    inner_members(text)
}

/// Like [`members`], for a part of a text that is known to be valid JSON.
fn inner_members(text: &str) -> Option<Members<'_>> {
    let mut rest = text.trim_ascii_start().strip_prefix('{')?;
    let mut found = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with('}') {
            return Some(found);
        }
        let key = rest.get(..value_end(rest)?)?;
        rest = rest
            .get(key.len()..)?
            .trim_ascii_start()
            .strip_prefix(':')?;
        rest = rest.trim_ascii_start();
        let value = rest.get(..value_end(rest)?)?;
        found.push((key, value));
        rest = rest.get(value.len()..)?.trim_ascii_start();
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
}

/// The raw strings of a JSON array text; members that are no strings are left out.
fn strings(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let Some(mut rest) = text.trim_ascii_start().strip_prefix('[') else {
        return found;
    };
    loop {
        rest = rest.trim_ascii_start();
        let Some(item) = value_end(rest).and_then(|end| rest.get(..end)) else {
            return found;
        };
        if item.is_empty() {
            return found;
        }
        if item.starts_with('"') {
            found.push(item);
        }
        rest = rest.get(item.len()..).unwrap_or("").trim_ascii_start();
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
}

/// Where the JSON value at the beginning of `text` ends.
fn value_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'"' => string_end(bytes, 0),
        b'{' | b'[' => {
            let mut depth = 0usize;
            let mut at = 0;
            loop {
                match bytes.get(at)? {
                    b'"' => {
                        at = string_end(bytes, at)?;
                        continue;
                    }
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        _ => Some(
            bytes
                .iter()
                .position(|byte| matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
                .unwrap_or(bytes.len()),
        ),
    }
}

/// The index after the closing quote of the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// JSON takes the last of several members of one name; so does this.
fn last<'a>(members: &Members<'a>, key: &[u8]) -> Option<&'a str> {
    members
        .iter()
        .rev()
        .find(|(name, _)| decode(name) == key)
        .map(|(_, value)| *value)
}

/// The text of a raw JSON string as bytes: UTF-8, except that a lone surrogate keeps a code of its
/// own (as in WTF-8), so that two different keys never compare equal.
fn decode(raw: &str) -> Vec<u8> {
    let inner = raw.strip_prefix('"').unwrap_or(raw);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('\\') {
        return inner.as_bytes().to_vec();
    }
    let bytes = inner.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            out.push(byte);
            at += 1;
            continue;
        }
        let escape = bytes.get(at + 1).copied().unwrap_or(b'\\');
        at += 2;
        match escape {
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'u' => {
                let mut unit = hex4(bytes, at);
                at += 4;
                if (0xd800..0xdc00).contains(&unit) && bytes.get(at..at + 2) == Some(b"\\u") {
                    let low = hex4(bytes, at + 2);
                    if (0xdc00..0xe000).contains(&low) {
                        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        at += 6;
                    }
                }
                push_code_point(&mut out, unit);
            }
            other => out.push(other),
        }
    }
    out
}

fn hex4(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..at.saturating_add(4))
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .unwrap_or(0xfffd)
}

fn push_code_point(out: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend_from_slice(&[
            0xe0 | ((code >> 12) & 0x0f) as u8,
            0x80 | ((code >> 6) & 0x3f) as u8,
            0x80 | (code & 0x3f) as u8,
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{"type":"object","required":["owner","repo"],
        "properties":{"owner":{"type":"string"},"repo":{},"state":{"default":"open"},
        "big":{"default":12345678901234567890123},"nested":{"properties":{"x":{"default":1}}}}}"#;

    #[test]
    fn defaults_fill_what_is_missing() {
        assert_eq!(
            prepare_input(Some(SCHEMA), Some(r#"{"owner":"a","repo":"b"}"#)).unwrap(),
            r#"{"owner":"a","repo":"b","state":"open","big":12345678901234567890123}"#
        );
    }

    #[test]
    fn what_is_given_is_never_replaced() {
        let given = r#"{"owner":"a","repo":"b","st\u0061te":null,"big":1e2}"#;
        assert_eq!(prepare_input(Some(SCHEMA), Some(given)).unwrap(), given);
    }

    #[test]
    fn one_missing_key_is_an_argument() {
        assert_eq!(
            prepare_input(Some(SCHEMA), Some(r#"{"owner":"a"}"#)).unwrap_err(),
            "Missing required MCP namespace argument: repo"
        );
    }

    #[test]
    fn several_missing_keys_are_arguments() {
        assert_eq!(
            prepare_input(Some(SCHEMA), None).unwrap_err(),
            "Missing required MCP namespace arguments: owner, repo"
        );
    }

    #[test]
    fn a_default_satisfies_required() {
        let schema = r#"{"required":["a"],"properties":{"a":{"default":[1,{"b":"}"}]}}}"#;
        assert_eq!(
            prepare_input(Some(schema), None).unwrap(),
            r#"{"a":[1,{"b":"}"}]}"#
        );
    }

    #[test]
    fn only_own_properties_satisfy_required() {
        for key in ["constructor", "__proto__", "toString", "hasOwnProperty"] {
            let schema = format!(r#"{{"required":["{key}"]}}"#);
            assert_eq!(
                prepare_input(Some(&schema), Some("{}")).unwrap_err(),
                format!("Missing required MCP namespace argument: {key}")
            );
            let given = format!(r#"{{"{key}":1}}"#);
            assert_eq!(prepare_input(Some(&schema), Some(&given)).unwrap(), given);
        }
    }

    #[test]
    fn anything_but_one_object_is_refused() {
        for input in ["[]", "1", "null", "\"{}\"", "", "{", "{}{}", "{\"a\":}"] {
            assert_eq!(
                prepare_input(None, Some(input)).unwrap_err(),
                NOT_ONE_OBJECT
            );
        }
    }

    #[test]
    fn no_schema_and_no_input_is_an_empty_object() {
        assert_eq!(prepare_input(None, None).unwrap(), "{}");
    }

    #[test]
    fn a_schema_that_is_no_object_asks_for_nothing() {
        for schema in [
            "true",
            "[]",
            "nonsense",
            "",
            "{\"required\":7,\"properties\":[]}",
        ] {
            assert_eq!(prepare_input(Some(schema), None).unwrap(), "{}");
        }
    }

    #[test]
    fn depth_does_not_matter() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let schema =
            format!(r#"{{"properties":{{"a":{{"default":{deep}}},"b":{{"default":1}}}}}}"#);
        assert_eq!(
            prepare_input(Some(&schema), None).unwrap(),
            format!(r#"{{"a":{deep},"b":1}}"#)
        );
    }

    #[test]
    fn lone_surrogates_are_keys_of_their_own() {
        let schema = r#"{"required":["\ud800"]}"#;
        assert!(prepare_input(Some(schema), Some(r#"{"\ud801":1}"#)).is_err());
        assert!(prepare_input(Some(schema), Some(r#"{"\uD800":1}"#)).is_ok());
        let pair = r#"{"required":["😀"]}"#;
        assert!(prepare_input(Some(pair), Some(r#"{"\ud83d\ude00":1}"#)).is_ok());
    }

    #[test]
    fn a_million_missing_keys_give_a_short_message() {
        let keys: Vec<String> = (0..100_000).map(|n| format!("\"k{n}\"")).collect();
        let schema = format!(r#"{{"required":[{}]}}"#, keys.join(","));
        let message = prepare_input(Some(&schema), None).unwrap_err();
        assert!(message.ends_with("k31, …") && message.len() < 500);
    }
}
