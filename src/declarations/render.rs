//! JSON Schema to TypeScript.
//!
//! Owns: what each keyword means as a type, and the bounds on how much of a schema is followed.
//! Does not own: reading the text (`schema`) nor printing the type (`types`). Any thread.
//!
//! The rule behind every choice: a value that the schema accepts has that type. Keywords that a type
//! cannot express (`pattern`, `minimum`, `not`, `if`, …) are left out, which only widens it. Two
//! liberties are taken because schemas are written that way: `properties` without `type` means an
//! object, `items` without `type` an array; and extra properties are shown only where
//! `additionalProperties` says so.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::schema::{array, object, parse, resolve};
use super::types::{MAX_UNION_MEMBERS, Property, Type};

/// What one type may cost: each schema visited is `SCHEMA_COST`, each byte of a property name or
/// literal is one. The printed type stays below eight times this many bytes (an escape takes six).
pub const MAX_TYPE_COST: usize = 32 << 10;
/// What the types of one answer may cost together: about a second of work if every schema is as bad
/// as can be. A thread that renders cannot be stopped half way.
const MAX_ANSWER_COST: usize = 16 << 20;
/// What one type may cost at least, however many there are: a hundred properties.
const MIN_TYPE_COST: usize = 4 << 10;
/// Cost of one schema visited.
const SCHEMA_COST: usize = 16;
/// What a property with a name of ordinary length costs at least. An object shows no more properties
/// than could be paid for at this price, so that a fair share is enough for one.
const PROPERTY_COST: usize = 2 * SCHEMA_COST + 8;
/// Schemas within schemas that are followed, references included.
const MAX_DEPTH: usize = 32;
/// Longest property name that is shown, in bytes. An object with a longer one is left open.
const MAX_KEY_BYTES: usize = 256;
/// Longest string literal that is shown, in bytes. A longer one is `string`.
const MAX_LITERAL_BYTES: usize = 256;
/// What every object has in TypeScript.
const OBJECT_MEMBERS: [&str; 7] = [
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];
/// Names in a `type` array; JSON Schema has seven.
const MAX_TYPE_NAMES: usize = 8;

/// The TypeScript type of values that the schema accepts, on one line. Text that is no schema gives
/// `unknown`.
pub fn input_type(schema: &str) -> String {
    parse(schema)
        .map_or(Type::Unknown, |root| render(&root, MAX_TYPE_COST))
        .print()
}

/// What each of `count` types that are rendered together may cost.
pub(crate) fn cost_of_one(count: usize) -> usize {
    (MAX_ANSWER_COST / count.max(1)).clamp(MIN_TYPE_COST, MAX_TYPE_COST)
}

/// The type of a schema, at most at this cost.
pub(crate) fn render(root: &Value, cost: usize) -> Type {
    let mut greedy = Renderer::new(root, cost, false);
    let type_ = greedy.schema(root);
    if !greedy.exhausted {
        return type_;
    }
    // Too much for the first come, first served way, in which one huge property would leave nothing
    // for those after it: give every property the same share.
    Renderer::new(root, cost, true).schema(root)
}

struct Renderer<'s> {
    root: &'s Value,
    /// Schemas that a reference on the way down leads to, to end cycles.
    active: Vec<*const Value>,
    /// Base types of enums with too many members to show.
    wide: HashMap<*const Value, Type>,
    depth: usize,
    left: usize,
    exhausted: bool,
    fair: bool,
}

impl<'s> Renderer<'s> {
    fn new(root: &'s Value, cost: usize, fair: bool) -> Self {
        Self {
            root,
            active: vec![std::ptr::from_ref(root)],
            wide: HashMap::new(),
            depth: 0,
            left: cost,
            exhausted: false,
            fair,
        }
    }

    /// Pays for something; `false` if too little is left. Whatever loops over a part of the schema
    /// must stop when it cannot pay, because a reference may lead there thousands of times.
    fn charge(&mut self, cost: usize) -> bool {
        match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.exhausted = true;
                false
            }
        }
    }

    /// Runs `work` with a fair part of what is left when `siblings` (this one included) still want
    /// some.
    fn share<R>(&mut self, siblings: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        if !self.fair {
            return work(self);
        }
        let share = self.left / siblings.max(1);
        let kept = self.left - share;
        self.left = share;
        let result = work(self);
        self.left += kept;
        result
    }

    fn schema(&mut self, schema: &'s Value) -> Type {
        if self.depth >= MAX_DEPTH || !self.charge(SCHEMA_COST) {
            return Type::Unknown;
        }
        self.depth += 1;
        let type_ = match schema {
            Value::Bool(false) => Type::Never,
            Value::Object(keywords) => self.keywords(keywords),
            _ => Type::Unknown,
        };
        self.depth -= 1;
        type_
    }

    fn keywords(&mut self, schema: &'s Map<String, Value>) -> Type {
        let mut parts = Vec::new();
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            parts.push(self.reference(reference));
        }
        parts.push(self.own(schema));
        for part in array(schema, "allOf").into_iter().flatten() {
            if self.left < SCHEMA_COST {
                self.exhausted = true;
                break;
            }
            parts.push(self.schema(part));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(members) = array(schema, keyword) {
                parts.push(self.any(members));
            }
        }
        let type_ = Type::intersection(parts);
        if schema.get("nullable") == Some(&Value::Bool(true)) {
            Type::union(vec![type_, Type::Null])
        } else {
            type_
        }
    }

    fn any(&mut self, members: &'s [Value]) -> Type {
        let mut types = Vec::new();
        for (at, member) in members.iter().enumerate() {
            let type_ = self.share(members.len() - at, |this| this.schema(member));
            // One member that accepts everything settles the union.
            if type_ == Type::Unknown {
                return Type::Unknown;
            }
            types.push(type_);
        }
        Type::union(types)
    }

    fn reference(&mut self, reference: &str) -> Type {
        let Some(target) = resolve(self.root, reference) else {
            return Type::Unknown;
        };
        let address = std::ptr::from_ref(target);
        if self.active.contains(&address) {
            return Type::Unknown;
        }
        self.active.push(address);
        let type_ = self.schema(target);
        self.active.pop();
        type_
    }

    /// `const`, `enum` or `type` with the keywords that belong to it.
    fn own(&mut self, schema: &'s Map<String, Value>) -> Type {
        if let Some(value) = schema.get("const") {
            return self.literal(value);
        }
        if let Some(values) = array(schema, "enum") {
            return self.literals(values);
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.named(name, schema),
            Some(Value::Array(names)) if (1..=MAX_TYPE_NAMES).contains(&names.len()) => {
                let types = names
                    .iter()
                    .map(|name| self.named(name.as_str().unwrap_or(""), schema))
                    .collect();
                Type::union(types)
            }
            Some(_) => Type::Unknown,
            None => {
                let has_one_of = |keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
                if has_one_of(&[
                    "properties",
                    "additionalProperties",
                    "patternProperties",
                    "required",
                ]) {
                    self.object(schema)
                } else if has_one_of(&["items", "prefixItems"]) {
                    self.array(schema)
                } else {
                    Type::Unknown
                }
            }
        }
    }

    fn named(&mut self, name: &str, schema: &'s Map<String, Value>) -> Type {
        match name {
            "string" => Type::String,
            "number" | "integer" => Type::Number,
            "boolean" => Type::Boolean,
            "null" => Type::Null,
            "object" => self.object(schema),
            "array" => self.array(schema),
            _ => Type::Unknown,
        }
    }

    fn literals(&mut self, values: &'s [Value]) -> Type {
        if values.len() <= MAX_UNION_MEMBERS {
            let types = values.iter().map(|value| self.literal(value)).collect();
            return Type::union(types);
        }
        // Read once, however often a reference leads here.
        self.wide
            .entry(values.as_ptr())
            .or_insert_with(|| {
                let mut types: Vec<Type> = Vec::new();
                for type_ in values.iter().map(base) {
                    if !types.contains(&type_) {
                        types.push(type_);
                    }
                }
                Type::union(types)
            })
            .clone()
    }

    fn literal(&mut self, value: &Value) -> Type {
        let (cost, exact) = match value {
            // A replaced lone surrogate would make a literal that is not the value's.
            Value::String(text) if text.len() > MAX_LITERAL_BYTES || text.contains('\u{fffd}') => {
                return Type::String;
            }
            Value::String(text) => (text.len(), Type::StringLiteral(text.clone())),
            Value::Number(number) => {
                let text = number.to_string();
                if !is_exact(&text) {
                    return Type::Number;
                }
                (text.len(), Type::NumberLiteral(text))
            }
            Value::Bool(value) => (4, Type::BooleanLiteral(*value)),
            other => return base(other),
        };
        if self.charge(cost) {
            exact
        } else {
            base(value)
        }
    }

    fn object(&mut self, schema: &'s Map<String, Value>) -> Type {
        let schemas = object(schema, "properties").filter(|schemas| !schemas.is_empty());
        let additional = schema.get("additionalProperties");
        let patterns = object(schema, "patternProperties").filter(|patterns| !patterns.is_empty());

        let mut index = match additional {
            Some(Value::Bool(false)) => None,
            Some(other) => Some(self.schema(other)),
            None if patterns.is_some() || schemas.is_none() => Some(Type::Unknown),
            None => None,
        };
        for pattern in patterns.into_iter().flat_map(Map::values) {
            if index == Some(Type::Unknown) {
                break;
            }
            let type_ = self.schema(pattern);
            index = Some(match index {
                Some(index) => Type::union(vec![index, type_]),
                None => type_,
            });
        }

        // No more keys are looked at than can be paid for.
        let most = self.left / PROPERTY_COST;
        let mut keys: Vec<&str> = Vec::new();
        let mut required: HashSet<&str> = HashSet::new();
        for key in array(schema, "required").into_iter().flatten().take(most) {
            if let Some(key) = key.as_str()
                && required.insert(key)
            {
                keys.push(key);
            }
        }
        let names = schemas.into_iter().flat_map(Map::keys);
        let rest = names
            .map(String::as_str)
            .filter(|key| !required.contains(key));
        keys.extend(rest.take(most));

        let mut properties = Vec::new();
        for (at, key) in keys.iter().enumerate() {
            let value = self.share(keys.len() - at, |this| {
                if key.len() > MAX_KEY_BYTES || !this.charge(key.len()) {
                    return None;
                }
                let described = schemas.and_then(|schemas| schemas.get(*key));
                Some(match (described, additional) {
                    (Some(schema), _) => this.schema(schema),
                    // Required, but described only by what holds for all other keys.
                    (None, Some(others)) if patterns.is_none() => this.schema(others),
                    (None, _) => Type::Unknown,
                })
            });
            let optional = !required.contains(key);
            match value {
                Some(value) => properties.push(Property {
                    key: (*key).to_owned(),
                    // To the compiler even `{}` has these, with types that would not fit.
                    value: if optional && OBJECT_MEMBERS.contains(key) {
                        Type::Unknown
                    } else {
                        value
                    },
                    optional,
                }),
                None => index = Some(Type::Unknown),
            }
        }
        if schemas.is_some_and(|schemas| schemas.len() > properties.len()) {
            self.exhausted |= keys.len() >= most;
            index = Some(Type::Unknown);
        }
        Type::object(properties, index)
    }

    fn array(&mut self, schema: &'s Map<String, Value>) -> Type {
        let items = schema.get("items");
        // Before draft 2020-12 a tuple was an array of schemas under `items`.
        let (places, rest) = match (array(schema, "prefixItems"), items) {
            (Some(places), rest) => (places, rest),
            (None, Some(Value::Array(places))) => {
                (places.as_slice(), schema.get("additionalItems"))
            }
            (None, rest) => (&[][..], rest),
        };
        if places.is_empty() {
            let item = rest.map_or(Type::Unknown, |rest| self.schema(rest));
            return Type::Array(Box::new(item));
        }
        if places.len() > MAX_UNION_MEMBERS {
            return Type::Array(Box::new(Type::Unknown));
        }
        let least = schema
            .get("minItems")
            .and_then(Value::as_u64)
            .and_then(|least| usize::try_from(least).ok())
            .unwrap_or(0);
        let mut types = Vec::new();
        for (at, place) in places.iter().enumerate() {
            types.push(self.share(places.len() - at, |this| this.schema(place)));
        }
        let optional = types.split_off(least.min(types.len()));
        let rest = match rest {
            Some(Value::Bool(false)) => None,
            Some(rest) => Some(Box::new(self.schema(rest))),
            None => Some(Box::new(Type::Unknown)),
        };
        Type::Tuple {
            required: types,
            optional,
            rest,
        }
    }
}

/// A number of so few digits that reading it as JSON and again as TypeScript gives one value.
fn is_exact(text: &str) -> bool {
    text.len() <= 16 && !text.contains('e')
}

/// The type of a value without its exact value.
fn base(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array(Box::new(Type::Unknown)),
        Value::Object(_) => Type::dictionary(),
    }
}

#[cfg(test)]
mod tests;
