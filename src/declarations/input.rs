//! The one argument of a tool, as a declaration shows it.
//!
//! Owns: that it is an object, whether it may be left out, and its `@param` lines. Does not own: the
//! types themselves (`render`). Any thread may call it.

use serde_json::Value;

use super::render::render;
use super::schema::{object, parse};
use super::text::comment_line;
use super::types::Type;

/// `@param` lines of one tool.
const MAX_PARAMS: usize = 100;
/// Bytes of a name in a `@param` line.
const MAX_PARAM_NAME_BYTES: usize = 120;
/// Bytes of a description in a `@param` line.
const MAX_PARAM_BYTES: usize = 300;

/// The input of one tool, as declarations need it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    pub type_: Type,
    /// No key is required, so the argument may be left out.
    pub optional: bool,
    /// Safe lines `name description` for `@param`, in the order of the type's properties.
    pub params: Vec<String>,
}

impl Input {
    /// The input of a tool with this schema text. A tool takes one object, so a missing or
    /// unreadable schema is an object with anything in it. `cost` bounds the type.
    pub fn new(schema: Option<&str>, cost: usize) -> Self {
        let Some(root) = schema.and_then(parse) else {
            return Self::anything();
        };
        let type_ = objects_only(render(&root, cost));
        Self {
            optional: allows_empty(&type_),
            params: params(&root, &type_),
            type_,
        }
    }

    /// An object with anything in it.
    pub fn anything() -> Self {
        Self {
            type_: Type::dictionary(),
            optional: true,
            params: Vec::new(),
        }
    }

    /// The parameter as a declaration writes it.
    pub fn parameter(&self, indent: &str) -> String {
        let question = if self.optional { "?" } else { "" };
        format!("input{question}: {}", self.type_.print_block(indent))
    }
}

/// The part of a type that objects can have; an object with anything in it if there is none.
fn objects_only(type_: Type) -> Type {
    let is_object = |type_: &Type| matches!(type_, Type::Object { .. } | Type::Intersection(_));
    match type_ {
        Type::Union(members) => {
            match Type::union(members.into_iter().filter(is_object).collect()) {
                Type::Never => Type::dictionary(),
                objects => objects,
            }
        }
        object if is_object(&object) => object,
        _ => Type::dictionary(),
    }
}

/// `{}` is a value of this type.
fn allows_empty(type_: &Type) -> bool {
    match type_ {
        Type::Object { properties, .. } => properties.iter().all(|property| property.optional),
        Type::Union(members) => members.iter().any(allows_empty),
        Type::Intersection(members) => members.iter().all(allows_empty),
        _ => false,
    }
}

fn params(root: &Value, type_: &Type) -> Vec<String> {
    let schemas = root.as_object().and_then(|root| object(root, "properties"));
    let (Type::Object { properties, .. }, Some(schemas)) = (type_, schemas) else {
        return Vec::new();
    };
    properties
        .iter()
        .filter_map(|property| {
            let text = schemas.get(&property.key)?.get("description")?.as_str()?;
            let text = comment_line(text, MAX_PARAM_BYTES);
            let name = comment_line(&property.key, MAX_PARAM_NAME_BYTES);
            (!text.is_empty()).then(|| format!("{name} {text}"))
        })
        .take(MAX_PARAMS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::render::MAX_TYPE_COST;
    use super::*;

    #[test]
    fn an_input_without_required_keys_is_optional() {
        for (schema, optional) in [
            (None, true),
            (Some("nonsense"), true),
            (Some(r#"{"type":"object","properties":{"a":{}}}"#), true),
            (Some(r#"{"type":"object","required":["a"]}"#), false),
            (
                Some(r#"{"anyOf":[{"required":["a"]},{"type":"object"}]}"#),
                true,
            ),
            (
                Some(r#"{"allOf":[{"required":["a"]},{"properties":{"b":{}}}]}"#),
                false,
            ),
        ] {
            assert_eq!(
                Input::new(schema, MAX_TYPE_COST).optional,
                optional,
                "{schema:?}"
            );
        }
    }

    #[test]
    fn an_input_that_is_no_object_type_is_any_object() {
        for schema in [
            r#"{"type":"string"}"#,
            "false",
            "true",
            "[]",
            "{}",
            r#"{"type":["string","null"]}"#,
        ] {
            assert_eq!(
                Input::new(Some(schema), MAX_TYPE_COST).type_,
                Type::dictionary(),
                "{schema}"
            );
        }
    }

    #[test]
    fn a_nullable_input_is_its_object() {
        let schema = r#"{"type":["object","null"],"properties":{"a":{"type":"string"}}}"#;
        assert_eq!(
            Input::new(Some(schema), MAX_TYPE_COST).type_.print(),
            "{ a?: string; }"
        );
    }

    #[test]
    fn parameters_are_described_in_the_order_of_the_type() {
        let schema = r#"{"properties":{"b":{"description":" second\n*/ "},"a":{"description":"first"},"c":{"description":""},"d":true},"required":["a"]}"#;
        assert_eq!(
            Input::new(Some(schema), MAX_TYPE_COST).params,
            ["a first", "b second *\\/"]
        );
    }
}
