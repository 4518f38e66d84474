//! What unions, intersections and index signatures come out as.

use super::*;

fn literal(text: &str) -> Type {
    Type::StringLiteral(text.to_owned())
}

fn property(key: &str, value: Type, optional: bool) -> Property {
    Property {
        key: key.to_owned(),
        value,
        optional,
    }
}

#[test]
fn unions_are_flat_and_say_nothing_twice() {
    let inner = Type::Union(vec![literal("a"), Type::Null]);
    let union = Type::union(vec![inner, Type::String, literal("b"), Type::Never]);
    assert_eq!(union.print(), "string | null");
}

#[test]
fn true_and_false_are_boolean() {
    let union = Type::union(vec![
        Type::BooleanLiteral(false),
        Type::Number,
        Type::BooleanLiteral(true),
    ]);
    assert_eq!(union.print(), "number | boolean");
}

#[test]
fn a_union_beyond_its_bound_falls_back_to_base_types() {
    let literals = |count: usize| (0..count).map(|n| literal(&n.to_string())).collect();
    assert!(matches!(
        Type::union(literals(MAX_UNION_MEMBERS)),
        Type::Union(_)
    ));
    assert_eq!(Type::union(literals(MAX_UNION_MEMBERS + 1)), Type::String);
}

#[test]
fn arrays_of_unions_are_parenthesised() {
    let union = Type::union(vec![Type::String, Type::Number]);
    assert_eq!(Type::Array(Box::new(union)).print(), "(string | number)[]");
    let negative = Type::NumberLiteral("-1".to_owned());
    assert_eq!(Type::Array(Box::new(negative)).print(), "(-1)[]");
}

#[test]
fn intersections_drop_what_is_implied() {
    let literals = Type::union(vec![literal("a"), literal("b")]);
    assert_eq!(
        Type::intersection(vec![Type::String, literals]).print(),
        "\"a\" | \"b\""
    );
    let object = Type::object(vec![property("a", Type::String, false)], None);
    assert_eq!(
        Type::intersection(vec![Type::dictionary(), object.clone()]),
        object
    );
}

#[test]
fn intersections_of_many_unions_are_bounded() {
    let union = |from: usize| {
        Type::union(
            (from..from + 60)
                .map(|n| Type::object(vec![property(&format!("p{n}"), Type::Null, false)], None))
                .collect(),
        )
    };
    let bounded = Type::intersection(vec![union(0), union(60), union(120)]);
    assert!(bounded.branches() <= MAX_COMBINATIONS);
}

#[test]
fn an_index_signature_is_widened_for_the_properties() {
    let object = Type::object(
        vec![
            property("a", Type::Number, false),
            property("b", Type::String, true),
        ],
        Some(Type::String),
    );
    assert_eq!(
        object.print(),
        "{ a: number; b?: string; [key: string]: string | number | undefined; }"
    );
}
