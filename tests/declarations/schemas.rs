//! Arbitrary schemas: wild ones, and ones that come with a value they accept.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Text with whatever could end a token or a comment.
pub fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("*/".to_owned()),
        Just("/*".to_owned()),
        Just("\n".to_owned()),
        Just("\u{2028}".to_owned()),
        Just("\u{202e}".to_owned()),
        Just("`${x}`".to_owned()),
        Just("\"'\\".to_owned()),
        Just("\0\u{1b}".to_owned()),
        Just("// @ts-ignore\r".to_owned()),
        Just("}}) => {".to_owned()),
        Just("__proto__".to_owned()),
        "[a-z]{1,6}",
        "\\PC{0,4}",
    ];
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn key() -> impl Strategy<Value = String> {
    let words = [
        "a",
        "b",
        "c",
        "id",
        "get",
        "set",
        "new",
        "constructor",
        "__proto__",
        "readonly",
        "static",
        "async",
        "type",
        "1",
        "toString",
        "a-b",
        "class",
    ];
    prop_oneof![
        4 => proptest::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => hostile_text(),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        hostile_text().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ]
}

/// Any JSON that looks like a schema from afar, wrong types of keywords included.
pub fn any_schema() -> impl Strategy<Value = Value> {
    let names = [
        "string", "number", "integer", "boolean", "null", "object", "array", "any", "",
    ];
    let type_ = prop_oneof![
        6 => proptest::sample::select(names.to_vec()).prop_map(|name| json!({ "type": name })),
        1 => vec(proptest::sample::select(names.to_vec()), 0..4).prop_map(|names| json!({ "type": names })),
        2 => vec(scalar(), 0..6).prop_map(|values| json!({ "enum": values })),
        1 => scalar().prop_map(|value| json!({ "const": value })),
        1 => scalar(),
        1 => proptest::sample::select(vec!["#", "#/properties/a", "#/anyOf/0", "#/x", "x"])
            .prop_map(|target| json!({ "$ref": target })),
    ];
    type_.prop_recursive(6, 64, 6, |inner| {
        let single = prop_oneof![
            Just("items"),
            Just("additionalProperties"),
            Just("additionalItems"),
            Just("not"),
            Just("properties"),
            Just("allOf"),
        ];
        let list = prop_oneof![
            Just("anyOf"),
            Just("oneOf"),
            Just("allOf"),
            Just("prefixItems"),
            Just("items"),
            Just("required"),
        ];
        let keyword = prop_oneof![
            4 => btree_map(key(), inner.clone(), 0..5).prop_map(|properties| json!({ "properties": properties })),
            1 => btree_map(key(), inner.clone(), 0..3).prop_map(|patterns| json!({ "patternProperties": patterns })),
            2 => vec(key(), 0..4).prop_map(|keys| json!({ "required": keys })),
            3 => (single, inner.clone()).prop_map(|(name, schema)| json!({ name: schema })),
            4 => (list, vec(inner.clone(), 0..4)).prop_map(|(name, schemas)| json!({ name: schemas })),
            1 => hostile_text().prop_map(|text| json!({ "description": text })),
            1 => any::<bool>().prop_map(|nullable| json!({ "nullable": nullable })),
            1 => (0u64..5).prop_map(|least| json!({ "minItems": least })),
            1 => inner,
        ];
        vec(keyword, 1..5).prop_map(merged)
    })
}

/// The keywords of several schemas in one.
fn merged(parts: Vec<Value>) -> Value {
    let mut all = Map::new();
    for part in parts {
        match part {
            Value::Object(part) => all.extend(part),
            other => return other,
        }
    }
    Value::Object(all)
}

fn pair(schema: Value, value: Value) -> Value {
    json!({ "schema": schema, "value": value })
}

/// `{ schema, value }` where the schema accepts the value.
pub fn accepted() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        hostile_text().prop_map(|text| pair(json!({ "type": "string" }), json!(text))),
        any::<i32>().prop_map(|n| pair(json!({ "type": "integer" }), json!(n))),
        any::<bool>().prop_map(|b| pair(json!({ "type": ["boolean", "null"] }), json!(b))),
        Just(pair(
            json!({ "type": "string", "nullable": true }),
            Value::Null
        )),
        Just(pair(json!({}), json!({ "any": [1, "thing"] }))),
        scalar().prop_map(|value| pair(json!({ "const": value }), value)),
        (vec(scalar(), 1..6), any::<proptest::sample::Index>()).prop_map(|(values, at)| {
            let value = values[at.index(values.len())].clone();
            pair(json!({ "enum": values }), value)
        }),
    ];
    leaf.prop_recursive(5, 48, 5, |inner| {
        prop_oneof![
            4 => object("", inner.clone()),
            1 => vec(inner.clone(), 0..3).prop_map(|pairs| {
                let schemas: Vec<Value> = pairs.iter().map(|p| p["schema"].clone()).collect();
                let values: Vec<Value> = pairs.iter().map(|p| p["value"].clone()).collect();
                let items = if schemas.is_empty() { json!(true) } else { json!({ "anyOf": schemas }) };
                pair(json!({ "type": "array", "items": items }), json!(values))
            }),
            2 => (vec(inner.clone(), 1..4), any::<proptest::sample::Index>(), 0u8..3, any::<bool>())
                .prop_map(|(pairs, at, rest, old)| tuple(&pairs, at, rest, old)),
            2 => (vec(inner.clone(), 1..4), any::<proptest::sample::Index>(), any::<bool>()).prop_map(
                |(pairs, at, one)| {
                    let value = pairs[at.index(pairs.len())]["value"].clone();
                    let schemas: Vec<Value> = pairs.iter().map(|p| p["schema"].clone()).collect();
                    pair(json!({ if one { "oneOf" } else { "anyOf" }: schemas }), value)
                }
            ),
            1 => (object("x", inner.clone()), object("y", inner)).prop_map(|(x, y)| {
                let value = merged(vec![x["value"].clone(), y["value"].clone()]);
                let open = |schema: &Value| {
                    let mut schema = schema.clone();
                    if let Some(keywords) = schema.as_object_mut() {
                        keywords.remove("additionalProperties");
                    }
                    schema
                };
                let mut value = value;
                if let Some(value) = value.as_object_mut() {
                    value.remove("xextra");
                    value.remove("yextra");
                }
                pair(json!({ "type": "object", "allOf": [open(&x["schema"]), open(&y["schema"])] }), value)
            }),
        ]
    })
}

fn object(
    prefix: &'static str,
    inner: impl Strategy<Value = Value>,
) -> impl Strategy<Value = Value> {
    let property = (inner, any::<bool>(), any::<bool>());
    (btree_map(key(), property, 0..5), 0..4).prop_map(move |(properties, additional)| {
        let mut schemas = Map::new();
        let mut required = Vec::new();
        let mut value = Map::new();
        let mut extra = None;
        for (key, (pair, is_required, is_given)) in properties {
            // As a key of an object literal it would set the prototype.
            if key == "__proto__" {
                continue;
            }
            let key = format!("{prefix}{key}");
            extra.get_or_insert_with(|| pair.clone());
            if is_required {
                required.push(key.clone());
            }
            if is_required || is_given {
                value.insert(key.clone(), pair["value"].clone());
            }
            schemas.insert(key, pair["schema"].clone());
        }
        let mut schema = json!({ "type": "object", "properties": schemas, "required": required });
        match (additional, extra) {
            (1, _) => schema["additionalProperties"] = json!(true),
            (2, _) => schema["additionalProperties"] = json!(false),
            (3, Some(extra)) => {
                schema["additionalProperties"] = extra["schema"].clone();
                value.insert(format!("{prefix}extra"), extra["value"].clone());
            }
            _ => {}
        }
        pair(schema, Value::Object(value))
    })
}

fn tuple(pairs: &[Value], at: proptest::sample::Index, rest: u8, old: bool) -> Value {
    let schemas: Vec<Value> = pairs.iter().map(|p| p["schema"].clone()).collect();
    let mut values: Vec<Value> = pairs.iter().map(|p| p["value"].clone()).collect();
    let least = at.index(pairs.len() + 1);
    let (places, others) = if old {
        ("items", "additionalItems")
    } else {
        ("prefixItems", "items")
    };
    let mut schema = json!({ "type": "array", places: schemas, "minItems": least });
    match rest {
        0 => {
            schema[others] = json!(false);
            values.truncate(least);
        }
        1 => {
            schema[others] = json!({ "type": "number" });
            values.push(json!(7));
        }
        _ => values.push(json!("anything")),
    }
    pair(schema, json!(values))
}
