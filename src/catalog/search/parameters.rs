//! The names of a tool's parameters, read from the raw text of its schema.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

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
    let text = head(schema, MAX_SCHEMA_BYTES);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // An error ends the reading and is nothing to report: see above.
    let _ = deserializer.deserialize_map(SchemaVisitor(&mut sink));
}

struct SchemaVisitor<'s, S>(&'s mut S);

impl<'de, S: FnMut(&str)> Visitor<'de> for SchemaVisitor<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a schema object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            if key == "properties" {
                map.next_value_seed(Properties(self.0))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct Properties<'s, S>(&'s mut S);

impl<'de, S: FnMut(&str)> DeserializeSeed<'de> for Properties<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: FnMut(&str)> Visitor<'de> for Properties<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of properties")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut count = 0;
        while let Some(Key(name)) = map.next_key()? {
            if count < MAX_PARAMETERS {
                (self.0)(head(&name, MAX_NAME_BYTES));
            }
            count += 1;
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// A key, borrowed where it holds no escape.
struct Key<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(key)))
            }

            fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
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
