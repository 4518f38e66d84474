//! The names of a tool's parameters, read from the raw text of its schema.
//!
//! Only the way to the names is read. Whether the rest is JSON is not asked here: a reader that
//! checks everything takes most of the time that the whole index takes.

use std::borrow::Cow;

use crate::catalog::ids::head;

/// How much of a schema is read for the names in it, in bytes. Usual schemas have one or two
/// KiB; what lies beyond this only fails to be found by its parameters.
const MAX_SCHEMA_BYTES: usize = 64 * 1024;
/// How many parameters of one tool are indexed.
const MAX_PARAMETERS: usize = 64;
/// How much of one name is indexed, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// Calls `sink` for the name of each top-level property of the schema, in its order. Text that is
/// cut or no JSON gives the names that stand before the fault.
pub(super) fn names(schema: &str, mut sink: impl FnMut(&str)) {
    // An early end of the text is nothing to report: see above.
    let _ = read(head(schema, MAX_SCHEMA_BYTES), &mut sink);
}

/// `None` where the text ends or is not as expected.
fn read(schema: &str, sink: &mut impl FnMut(&str)) -> Option<()> {
    let mut scanner = Scanner {
        text: schema,
        at: 0,
    };
    scanner.open()?;
    while scanner.key()? != "\"properties\"" {
        scanner.skip_value()?;
    }
    scanner.open()?;
    for _ in 0..MAX_PARAMETERS {
        let name = unquoted(scanner.key()?)?;
        sink(head(&name, MAX_NAME_BYTES));
        scanner.skip_value()?;
    }
    Some(())
}

/// The text of a JSON string.
fn unquoted(raw: &str) -> Option<Cow<'_, str>> {
    if raw.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        raw.strip_prefix('"')?.strip_suffix('"').map(Cow::Borrowed)
    }
}

/// A position in JSON text.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// The next byte that is no white space and no comma, which is left unread.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.at)?;
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        if self.peek()? != wanted {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// Goes into an object.
    fn open(&mut self) -> Option<()> {
        self.take(b'{')
    }

    /// The next key of the object, with its quotes, and goes to the value. `None` at its end.
    fn key(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.at - 1;
        self.skip_string()?;
        let key = self.text.get(start..self.at)?;
        self.take(b':')?;
        Some(key)
    }

    /// Goes behind the string whose opening quote has been read.
    fn skip_string(&mut self) -> Option<()> {
        let bytes = self.text.as_bytes();
        loop {
            match *bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    fn skip_value(&mut self) -> Option<()> {
        self.peek()?;
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        loop {
            let byte = *bytes.get(self.at)?;
            match byte {
                b'"' => {
                    self.at += 1;
                    self.skip_string()?;
                    if depth == 0 {
                        return Some(());
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 1 => depth -= 1,
                b'}' | b']' => {
                    // Closes the value, or follows a number and closes what is around it.
                    self.at += depth;
                    return Some(());
                }
                b',' if depth == 0 => return Some(()),
                _ => {}
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(schema: &str) -> Vec<String> {
        let mut all = Vec::new();
        names(schema, |name| all.push(name.to_owned()));
        all
    }

    #[test]
    fn top_level_property_names_are_found_in_order() {
        let schema = r#"{"type":"object","$defs":{"properties":{"no":1}},
            "properties":{"path":{"properties":{"deep":{}}},"dry\u0052un":{}},"required":["path"]}"#;
        assert_eq!(found(schema), ["path", "dryRun"]);
    }

    #[test]
    fn values_of_every_kind_are_passed_over() {
        let schema = r#" { "a" : 1 , "b":true,"c":"x\\\"}{","d":[{"properties":{"no":1}},"]"],"e":-1.5e3,
            "properties" : { "p" : 7 , "q":null,"r":"\\","s":[] , "t":{} } , "z":{"properties":{"no":1}} } "#;
        assert_eq!(found(schema), ["p", "q", "r", "s", "t"]);
    }

    #[test]
    fn text_cut_anywhere_gives_a_beginning_of_the_names() {
        let schema = r#"{"x":[1,"é\"",{}],"properties":{"one":{"a":["b"]},"two":3,"dr\u0052":{}}}"#;
        let whole = found(schema);
        assert_eq!(whole, ["one", "two", "drR"]);
        for (cut, _) in schema.char_indices() {
            assert!(whole.starts_with(&found(&schema[..cut])), "{cut}");
        }
    }

    #[test]
    fn schemas_of_odd_shape_give_nothing() {
        for schema in [
            "",
            "{}",
            "[]",
            "7",
            r#"{"properties":[]}"#,
            r#"{"properties":null}"#,
        ] {
            assert!(found(schema).is_empty(), "{schema}");
        }
    }

    #[test]
    fn huge_and_deep_schemas_are_bounded() {
        let many: Vec<String> = (0..1000).map(|i| format!("\"p{i}\":{{}}")).collect();
        let wide = format!("{{\"properties\":{{{}}}}}", many.join(","));
        assert_eq!(found(&wide).len(), MAX_PARAMETERS);
        let deep = format!(
            "{{\"properties\":{{\"a\":{}1{},\"b\":1}}}}",
            "[".repeat(1_000_000),
            "]".repeat(1_000_000)
        );
        assert_eq!(found(&deep), ["a"]);
        let few = r#"{"properties":{"a":[[[[1]]]],"b":1}}"#;
        assert_eq!(found(few), ["a", "b"]);
    }
}
