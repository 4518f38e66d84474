//! What each keyword becomes, and that no schema costs more than its bound.

use std::time::{Duration, Instant};

use super::*;

fn check(cases: &[(&str, &str)]) {
    for (schema, expected) in cases {
        assert_eq!(input_type(schema), *expected, "{schema}");
    }
}

#[test]
fn primitives_have_their_types() {
    check(&[
        (r#"{"type":"string","minLength":1}"#, "string"),
        (r#"{"type":"integer"}"#, "number"),
        (r#"{"type":"number"}"#, "number"),
        (r#"{"type":"boolean"}"#, "boolean"),
        (r#"{"type":"null"}"#, "null"),
        (r#"{"type":["string","null"]}"#, "string | null"),
        (r#"{"type":"string","nullable":true}"#, "string | null"),
    ]);
}

#[test]
fn what_is_not_understood_is_unknown() {
    check(&[
        ("", "unknown"),
        ("nonsense", "unknown"),
        ("{}", "unknown"),
        ("true", "unknown"),
        ("7", "unknown"),
        (r#"{"type":"file"}"#, "unknown"),
        (r#"{"type":[]}"#, "unknown"),
        (r#"{"type":7}"#, "unknown"),
        (r#"{"not":{"type":"string"}}"#, "unknown"),
        (r#"{"enum":[]}"#, "unknown"),
        (r#"{"anyOf":{}}"#, "unknown"),
        (r##"{"$ref":"other.json#/a"}"##, "unknown"),
    ]);
}

#[test]
fn enums_and_constants_are_literals() {
    check(&[
        (r#"{"enum":["a","b"]}"#, r#""a" | "b""#),
        (r#"{"const":-1.5}"#, "-1.5"),
        (r#"{"enum":["a",1,true,null]}"#, r#""a" | 1 | true | null"#),
        (r#"{"enum":[true,false]}"#, "boolean"),
        (
            r#"{"enum":[{"a":1},[2],"x"]}"#,
            r#"{ [key: string]: unknown; } | unknown[] | "x""#,
        ),
        (r#"{"const":"\ud800"}"#, "string"),
    ]);
}

#[test]
fn objects_list_required_keys_first() {
    check(&[
        (
            r#"{"type":"object","properties":{"c":{"type":"string"},"b":{"type":"number"},"a":{}},"required":["a","b"]}"#,
            "{ a: unknown; b: number; c?: string; }",
        ),
        (
            r#"{"properties":{"a":{"type":"string"}},"required":["z"]}"#,
            "{ z: unknown; a?: string; }",
        ),
        (
            r#"{"properties":{"a-b":{"type":"string"},"class":{"type":"string"}}}"#,
            r#"{ "a-b"?: string; class?: string; }"#,
        ),
        (
            r#"{"properties":{"a":{"properties":{"b":{"type":"null"}}}}}"#,
            "{ a?: { b?: null; }; }",
        ),
    ]);
}

#[test]
fn additional_properties_are_an_index_signature() {
    check(&[
        (r#"{"type":"object"}"#, "{ [key: string]: unknown; }"),
        (r#"{"type":"object","additionalProperties":false}"#, "{}"),
        (
            r#"{"type":"object","additionalProperties":{"type":"string"}}"#,
            "{ [key: string]: string; }",
        ),
        (
            r#"{"properties":{"a":{"type":"number"}},"additionalProperties":true}"#,
            "{ a?: number; [key: string]: unknown; }",
        ),
        (
            r#"{"properties":{"a":{"type":"number"}},"required":["a"],"additionalProperties":{"type":"string"}}"#,
            "{ a: number; [key: string]: string | number; }",
        ),
        (
            r#"{"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}"#,
            "{ [key: string]: string; }",
        ),
    ]);
}

#[test]
fn arrays_and_tuples() {
    check(&[
        (r#"{"type":"array"}"#, "unknown[]"),
        (r#"{"items":{"type":"string"}}"#, "string[]"),
        (
            r#"{"type":"array","items":{"enum":["a","b"]}}"#,
            r#"("a" | "b")[]"#,
        ),
        (
            r#"{"type":"array","items":{"type":"array","items":{"type":"number"}}}"#,
            "number[][]",
        ),
        (
            r#"{"prefixItems":[{"type":"string"},{"type":["number","null"]}],"items":false,"minItems":1}"#,
            "[string, (number | null)?]",
        ),
        (
            r#"{"items":[{"type":"string"}],"minItems":1,"additionalItems":{"type":"number"}}"#,
            "[string, ...number[]]",
        ),
        (
            r#"{"items":[{"type":"string"}]}"#,
            "[string?, ...unknown[]]",
        ),
    ]);
}

#[test]
fn combinations_are_unions_and_intersections() {
    check(&[
        (
            r#"{"oneOf":[{"type":"string"},{"type":"number"}]}"#,
            "string | number",
        ),
        (r#"{"anyOf":[{"type":"string"},{}]}"#, "unknown"),
        (
            r#"{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}]}"#,
            "{ a?: string; } & { b?: string; }",
        ),
        (
            r#"{"type":"string","oneOf":[{"const":"a"},{"const":"b"}]}"#,
            r#""a" | "b""#,
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
            "{ a?: string; } & ({ a: unknown; [key: string]: unknown; } | { b: unknown; [key: string]: unknown; })",
        ),
    ]);
}

#[test]
fn local_references_are_resolved_and_cycles_end() {
    check(&[
        (
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##,
            "string",
        ),
        (
            r##"{"properties":{"next":{"$ref":"#"}}}"##,
            "{ next?: unknown; }",
        ),
        (
            r##"{"$ref":"#/definitions/n","definitions":{"n":{"properties":{"kids":{"type":"array","items":{"$ref":"#/definitions/n"}}}}}}"##,
            "{ kids?: unknown[]; }",
        ),
        (
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            "unknown",
        ),
    ]);
}

#[test]
fn a_megabyte_enum_is_its_base_types() {
    let values: Vec<String> = (0..200_000).map(|n| format!("\"{n}\"")).collect();
    let schema = format!(
        r#"{{"properties":{{"a":{{"enum":[{},7]}},"b":{{"type":"null"}}}}}}"#,
        values.join(",")
    );
    assert_eq!(input_type(&schema), "{ a?: string | number; b?: null; }");
}

#[test]
fn one_huge_property_leaves_room_for_the_others() {
    let many: Vec<String> = (0..5000)
        .map(|n| format!(r#""k{n}":{{"type":"string"}}"#))
        .collect();
    let schema = format!(
        r#"{{"properties":{{"huge":{{"properties":{{{}}}}},"small":{{"type":"boolean"}}}}}}"#,
        many.join(",")
    );
    let type_ = input_type(&schema);
    assert!(type_.contains("k0?: string"), "{type_}");
    assert!(type_.ends_with("small?: boolean; }"), "{type_}");
    assert!(type_.len() < MAX_TYPE_COST * 8);
}

#[test]
fn a_large_ordinary_schema_is_complete() {
    let many: Vec<String> = (0..500)
        .map(|n| format!(r#""property_{n}":{{"type":"string"}}"#))
        .collect();
    let type_ = input_type(&format!(r#"{{"properties":{{{}}}}}"#, many.join(",")));
    assert!(type_.ends_with("property_499?: string; }"), "{type_}");
}

#[test]
fn exponential_references_are_cut() {
    let mut definitions = String::from(r#""d0":{"type":"string"}"#);
    for n in 1..60 {
        let below = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, n - 1);
        definitions.push_str(&format!(
            r#","d{n}":{{"properties":{{"a":{below},"b":{below}}},"anyOf":[{below},{below}]}}"#
        ));
    }
    let schema = format!(r##"{{"$ref":"#/$defs/d59","$defs":{{{definitions}}}}}"##);
    let begun = Instant::now();
    assert!(input_type(&schema).len() < MAX_TYPE_COST * 8);
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn references_to_huge_parts_are_not_read_again_and_again() {
    let keys: Vec<String> = (0..100_000).map(|n| format!(r#""{n}":true"#)).collect();
    let wide: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    let references: Vec<String> = (0..3000)
        .map(|n| {
            format!(r##""p{n}":{{"anyOf":[{{"$ref":"#/$defs/keys"}},{{"$ref":"#/$defs/wide"}}]}}"##)
        })
        .collect();
    let schema = format!(
        r#"{{"properties":{{{}}},"$defs":{{"keys":{{"properties":{{{}}}}},"wide":{{"enum":[{}]}}}}}}"#,
        references.join(","),
        keys.join(","),
        wide.join(",")
    );
    let begun = Instant::now();
    assert!(input_type(&schema).len() < MAX_TYPE_COST * 8);
    assert!(
        begun.elapsed() < Duration::from_secs(3),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn index_signatures_of_nested_objects_do_not_double() {
    let mut schema = r#"{"type":"string"}"#.to_owned();
    for _ in 0..40 {
        schema = format!(
            r#"{{"properties":{{"a":{schema}}},"additionalProperties":{{"type":"string"}}}}"#
        );
    }
    assert!(input_type(&schema).len() < 4096);
}

#[test]
fn depth_beyond_any_bound_is_unknown() {
    for depth in [30, 60, 200, 50_000] {
        let schema = format!(
            "{}{}{}",
            r#"{"properties":{"a":"#.repeat(depth),
            "{}",
            "}}".repeat(depth)
        );
        let type_ = input_type(&schema);
        assert!(type_.contains("a?: unknown"), "{type_}");
        assert!(type_.len() < 1024);
    }
}
