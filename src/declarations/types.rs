//! TypeScript types as values: built so that they are always valid, printed in one place.
//!
//! Owns: unions, intersections and object types that `tsc --strict` accepts, and their text. Does
//! not own: where they come from (`render`). Depth and size are bounded by whoever builds them.

use super::text::{property_key, string_literal};

/// Members of one union. More would be more than a model reads; literals beyond it become their
/// base type.
pub(crate) const MAX_UNION_MEMBERS: usize = 100;
/// How many combinations of union members an intersection may stand for. The TypeScript compiler
/// refuses intersections of unions beyond 100,000.
const MAX_COMBINATIONS: usize = 1000;
/// Types in a widened index signature; with more, the signature says `unknown`.
const MAX_INDEX_MEMBERS: usize = 6;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Unknown,
    Never,
    String,
    Number,
    Boolean,
    Null,
    Undefined,
    StringLiteral(String),
    /// The literal's text.
    NumberLiteral(String),
    BooleanLiteral(bool),
    Array(Box<Type>),
    Tuple {
        required: Vec<Type>,
        optional: Vec<Type>,
        rest: Option<Box<Type>>,
    },
    Object {
        properties: Vec<Property>,
        index: Option<Box<Type>>,
    },
    Union(Vec<Type>),
    Intersection(Vec<Type>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Property {
    pub key: String,
    pub value: Type,
    pub optional: bool,
}

impl Type {
    /// `{ [key: string]: unknown; }`
    pub fn dictionary() -> Self {
        Self::Object {
            properties: Vec::new(),
            index: Some(Box::new(Self::Unknown)),
        }
    }

    /// An object type whose index signature, if any, is wide enough for the properties: TypeScript
    /// demands that, JSON Schema does not.
    pub fn object(properties: Vec<Property>, index: Option<Type>) -> Self {
        let index = index.map(|index| {
            let mut members = vec![index];
            for property in &properties {
                if !members.iter().any(|member| property.value.fits(member)) {
                    // Repeating a type of any size in the signature would double what is nested, at
                    // every level.
                    match property.value.simple() {
                        Some(simple) => members.push(simple),
                        None => return Box::new(Self::Unknown),
                    }
                }
                if property.optional && !members.contains(&Self::Undefined) {
                    members.push(Self::Undefined);
                }
                if members.len() > MAX_INDEX_MEMBERS {
                    return Box::new(Self::Unknown);
                }
            }
            Box::new(Self::union(members))
        });
        Self::Object { properties, index }
    }

    /// The union of these types, flat and without members that say nothing new.
    pub fn union(members: Vec<Type>) -> Self {
        let mut flat: Vec<Type> = Vec::new();
        for member in members {
            let parts = match member {
                Self::Union(parts) => parts,
                other => vec![other],
            };
            for part in parts {
                match part {
                    Self::Unknown => return Self::Unknown,
                    Self::Never => {}
                    part if flat.iter().any(|known| part.is_covered_by(known)) => {}
                    part => {
                        flat.retain(|known| !known.is_covered_by(&part));
                        flat.push(part);
                    }
                }
            }
        }
        let is_true = |member: &Type| *member == Self::BooleanLiteral(true);
        let is_false = |member: &Type| *member == Self::BooleanLiteral(false);
        if let (Some(at), true) = (flat.iter().position(is_true), flat.iter().any(is_false)) {
            if let Some(place) = flat.get_mut(at) {
                *place = Self::Boolean;
            }
            flat.retain(|member| !is_false(member));
        }
        if flat.len() > MAX_UNION_MEMBERS {
            let mut wide: Vec<Type> = Vec::new();
            for member in flat {
                let member = member.widened();
                if !wide.contains(&member) {
                    wide.push(member);
                }
            }
            flat = wide;
        }
        // `null` reads best at the end.
        if let Some(at) = flat.iter().position(|member| *member == Self::Null) {
            let null = flat.remove(at);
            flat.push(null);
        }
        match flat.len() {
            0 => Self::Never,
            1 => flat.pop().unwrap_or(Self::Never),
            2..=MAX_UNION_MEMBERS => Self::Union(flat),
            _ => Self::Unknown,
        }
    }

    /// The intersection of these types without members that are implied by others. Where it would
    /// be too much for the compiler, later members are left out: that only makes the type wider.
    pub fn intersection(members: Vec<Type>) -> Self {
        let mut flat: Vec<Type> = Vec::new();
        for member in members {
            let parts = match member {
                Self::Intersection(parts) => parts,
                other => vec![other],
            };
            for part in parts {
                match part {
                    Self::Never => return Self::Never,
                    Self::Unknown => {}
                    part if flat.iter().any(|known| known.fits(&part)) => {}
                    part => {
                        flat.retain(|known| !part.fits(known));
                        flat.push(part);
                    }
                }
            }
        }
        let mut combinations = 1usize;
        flat.retain(|member| {
            let with = combinations.saturating_mul(member.branches());
            let kept = with <= MAX_COMBINATIONS;
            if kept {
                combinations = with;
            }
            kept
        });
        match flat.len() {
            0 => Self::Unknown,
            1 => flat.pop().unwrap_or(Self::Unknown),
            _ => Self::Intersection(flat),
        }
    }

    /// Every value of this primitive or literal is a value of `other`.
    fn is_covered_by(&self, other: &Type) -> bool {
        self == other
            || matches!(
                (self, other),
                (Self::StringLiteral(_), Self::String)
                    | (Self::NumberLiteral(_), Self::Number)
                    | (Self::BooleanLiteral(_), Self::Boolean)
            )
    }

    /// TypeScript surely lets this type be assigned to `other`. May say no too often, never yes
    /// too often.
    fn fits(&self, other: &Type) -> bool {
        if self.is_covered_by(other) {
            return true;
        }
        match (self, other) {
            (_, Self::Unknown) | (Self::Never, _) => true,
            (Self::Union(members), _) => members.iter().all(|member| member.fits(other)),
            (Self::Intersection(members), _) => members.iter().any(|member| member.fits(other)),
            (_, Self::Union(members)) => members.iter().any(|member| self.fits(member)),
            (Self::Array(item), Self::Array(wide)) => item.fits(wide),
            (Self::Object { .. }, Self::Object { properties, index }) => {
                properties.is_empty() && matches!(index.as_deref(), Some(Self::Unknown))
            }
            _ => false,
        }
    }

    /// A small type that this one fits: its primitives, and arrays of such.
    fn simple(&self) -> Option<Self> {
        match self {
            Self::Object { .. } | Self::Tuple { .. } | Self::Intersection(_) => None,
            Self::Union(members) => members
                .iter()
                .map(Self::simple)
                .collect::<Option<Vec<_>>>()
                .map(Self::union),
            Self::Array(item) => Some(Self::Array(Box::new(item.simple()?))),
            other => Some(other.clone().widened()),
        }
    }

    fn widened(self) -> Self {
        match self {
            Self::StringLiteral(_) => Self::String,
            Self::NumberLiteral(_) => Self::Number,
            Self::BooleanLiteral(_) => Self::Boolean,
            other => other,
        }
    }

    /// How many members this has once the compiler has spread intersections over unions.
    fn branches(&self) -> usize {
        match self {
            Self::Union(members) => members
                .iter()
                .fold(0, |sum, m| sum.saturating_add(m.branches())),
            Self::Intersection(members) => members
                .iter()
                .fold(1, |product: usize, m| product.saturating_mul(m.branches())),
            Self::Boolean => 2,
            _ => 1,
        }
    }

    /// The type on one line.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// The type with the properties of the outermost object on lines of their own, each indented by
    /// `indent` and two spaces.
    pub fn print_block(&self, indent: &str) -> String {
        match self {
            Self::Object { properties, index } if !properties.is_empty() => {
                let mut out = "{\n".to_owned();
                for property in properties {
                    out.push_str(indent);
                    out.push_str("  ");
                    property.write(&mut out);
                    out.push('\n');
                }
                if let Some(index) = index {
                    out.push_str(indent);
                    out.push_str("  ");
                    write_index(index, &mut out);
                    out.push('\n');
                }
                out.push_str(indent);
                out.push('}');
                out
            }
            other => other.print(),
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Unknown => out.push_str("unknown"),
            Self::Never => out.push_str("never"),
            Self::String => out.push_str("string"),
            Self::Number => out.push_str("number"),
            Self::Boolean => out.push_str("boolean"),
            Self::Null => out.push_str("null"),
            Self::Undefined => out.push_str("undefined"),
            Self::StringLiteral(value) => out.push_str(&string_literal(value)),
            Self::NumberLiteral(text) => out.push_str(text),
            Self::BooleanLiteral(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Array(item) => {
                item.write_grouped(out);
                out.push_str("[]");
            }
            Self::Tuple {
                required,
                optional,
                rest,
            } => {
                out.push('[');
                let mut first = true;
                let mut separate = |out: &mut String| {
                    if !std::mem::take(&mut first) {
                        out.push_str(", ");
                    }
                };
                for item in required {
                    separate(out);
                    item.write(out);
                }
                for item in optional {
                    separate(out);
                    item.write_grouped(out);
                    out.push('?');
                }
                if let Some(item) = rest {
                    separate(out);
                    out.push_str("...");
                    item.write_grouped(out);
                    out.push_str("[]");
                }
                out.push(']');
            }
            Self::Object { properties, index } => {
                if properties.is_empty() && index.is_none() {
                    out.push_str("{}");
                    return;
                }
                out.push_str("{ ");
                for property in properties {
                    property.write(out);
                    out.push(' ');
                }
                if let Some(index) = index {
                    write_index(index, out);
                    out.push(' ');
                }
                out.push('}');
            }
            Self::Union(members) => write_joined(members, " | ", out),
            Self::Intersection(members) => write_joined(members, " & ", out),
        }
    }

    /// Like `write`, in parentheses where an operator beside it would bind tighter.
    fn write_grouped(&self, out: &mut String) {
        let grouped = match self {
            Self::Union(_) | Self::Intersection(_) => true,
            Self::NumberLiteral(text) => text.starts_with('-'),
            _ => false,
        };
        if grouped {
            out.push('(');
        }
        self.write(out);
        if grouped {
            out.push(')');
        }
    }
}

impl Property {
    fn write(&self, out: &mut String) {
        out.push_str(&property_key(&self.key));
        out.push_str(if self.optional { "?: " } else { ": " });
        self.value.write(out);
        out.push(';');
    }
}

fn write_index(index: &Type, out: &mut String) {
    out.push_str("[key: string]: ");
    index.write(out);
    out.push(';');
}

fn write_joined(members: &[Type], operator: &str, out: &mut String) {
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            out.push_str(operator);
        }
        match member {
            Type::Union(_) | Type::Intersection(_) => member.write_grouped(out),
            _ => member.write(out),
        }
    }
}

#[cfg(test)]
mod tests;
