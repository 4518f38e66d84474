//! `enum`: an object that maps names to values and, for numbers, back.
//!
//! `enum E { A, B = f() }` becomes `let E;(function(E){ E[E["A"]=0]="A"; E[E["B"] = f()]="B"; })(E||(E={}));`,
//! each member on its line. A `const enum` is the same: nothing is inlined.

use std::collections::HashMap;

use swc_core::common::Spanned;
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::{Visit, VisitWith};

use super::quoted;
use crate::source::parse::{offset, range};
use crate::source::strip::Strip;
use crate::source::strip::declared::Declared;

/// What is known of a member before the program runs.
#[derive(Clone, Copy, PartialEq)]
pub enum Value {
    Text,
    Integer(i64),
    Computed,
}

impl Strip<'_> {
    /// Lowers the enum. `declared`: what its scope holds so far. `container`: the namespace that exports it.
    pub fn lower_enum(
        &mut self,
        declaration: &TsEnumDecl,
        declared: &mut Declared<'_>,
        container: Option<&str>,
    ) {
        let name = &*declaration.id.sym;
        let (lo, hi) = range(declaration.span);
        let brace = self.skip(self.name_end(&declaration.id));
        if self.byte(brace) != Some(b'{') || hi <= brace {
            self.refuse(declaration.span, "this enum could not be read");
            return;
        }
        let first = !declared.contains_key(name);
        let part = declared.entry(name.to_owned()).or_default();
        let variable = if first {
            format!("let {name}")
        } else {
            String::new()
        };
        self.edits
            .replace(lo, brace + 1, format!("{variable};(function({name}){{"));
        let mut known = std::mem::take(&mut part.members);
        let mut previous: Option<(String, Value)> = None;
        for (index, member) in declaration.members.iter().enumerate() {
            let Some(entry) = self.enum_member(declaration, member, &known, previous.as_ref())
            else {
                return;
            };
            let end = offset(member.span.hi);
            let comma = self.skip(end);
            if self.byte(comma) == Some(b',') && comma < hi {
                self.edits.put(comma, ';');
            } else if index + 1 < declaration.members.len() {
                self.edits.insert(end, ";");
            }
            known.insert(entry.0.clone(), entry.1);
            previous = Some(entry);
        }
        part.members = known;
        let target = match container {
            Some(container) => format!("{name}={container}.{name}||({container}.{name}={{}})"),
            None => format!("{name}||({name}={{}})"),
        };
        self.edits.insert(hi, format!(")({target});"));
    }

    /// Writes one member; its key and what is known of its value.
    fn enum_member(
        &mut self,
        declaration: &TsEnumDecl,
        member: &TsEnumMember,
        known: &HashMap<String, Value>,
        previous: Option<&(String, Value)>,
    ) -> Option<(String, Value)> {
        let name = &*declaration.id.sym;
        let (lo, _) = range(member.span);
        let (key, key_hi) = match &member.id {
            TsEnumMemberId::Ident(id) => (id.sym.to_string(), self.name_end(id)),
            TsEnumMemberId::Str(text) => (
                text.value.to_string_lossy().into_owned(),
                offset(text.span.hi),
            ),
        };
        let literal = quoted(&key);
        let Some(init) = &member.init else {
            let (text, value) = match previous {
                None => ("0".to_owned(), Value::Integer(0)),
                Some((_, Value::Integer(last))) => {
                    let next = last.saturating_add(1);
                    (next.to_string(), Value::Integer(next))
                }
                Some((last, Value::Computed)) => {
                    (format!("{name}[{}]+1", quoted(last)), Value::Computed)
                }
                Some((_, Value::Text)) => {
                    self.refuse(
                        member.span,
                        format!("enum member '{key}' must have an initializer"),
                    );
                    return None;
                }
            };
            let hi = self.bracketed_key_end(key_hi);
            self.edits.replace(
                lo,
                hi,
                format!("{name}[{name}[{literal}]={text}]={literal}"),
            );
            return Some((key, value));
        };
        let value = evaluate(init, name, known);
        let hi = self.bracketed_key_end(key_hi);
        if value == Value::Text {
            self.edits.replace(lo, hi, format!("{name}[{literal}]"));
        } else {
            self.edits
                .replace(lo, hi, format!("{name}[{name}[{literal}]"));
        }
        let mut references = References {
            known,
            places: Vec::new(),
        };
        init.visit_with(&mut references);
        for (place, end, member) in references.places {
            self.edits
                .replace(place, end, format!("{name}[{}]", quoted(&member)));
        }
        init.visit_with(self);
        if value != Value::Text {
            self.edits
                .insert(offset(init.span().hi), format!("]={literal}"));
        }
        Some((key, value))
    }

    /// `['a'] = 1` is read as the key `'a'`; the bracket behind it belongs to the key.
    fn bracketed_key_end(&self, key_hi: usize) -> usize {
        let at = self.skip(key_hi);
        if self.byte(at) == Some(b']') {
            at + 1
        } else {
            key_hi
        }
    }
}

/// Names of the enum's own members in an initializer, which mean the members.
struct References<'a> {
    known: &'a HashMap<String, Value>,
    places: Vec<(usize, usize, String)>,
}

impl Visit for References<'_> {
    fn visit_expr(&mut self, expression: &Expr) {
        if let Expr::Ident(id) = expression {
            if self.known.contains_key(&*id.sym) {
                let (lo, hi) = range(id.span);
                self.places.push((lo, hi, id.sym.to_string()));
            }
        } else {
            expression.visit_children_with(self);
        }
    }
}

/// What can be said of an initializer. Only whole numbers are kept exactly: they are all that counting on
/// from a member needs.
fn evaluate(expression: &Expr, name: &str, known: &HashMap<String, Value>) -> Value {
    match expression {
        Expr::Lit(Lit::Str(_)) | Expr::Tpl(_) => Value::Text,
        Expr::Lit(Lit::Num(number)) => whole(number.value),
        Expr::Unary(unary) if unary.op == UnaryOp::Minus => {
            match evaluate(&unary.arg, name, known) {
                // Minus zero is no whole number.
                Value::Integer(value) if value != 0 => Value::Integer(-value),
                _ => Value::Computed,
            }
        }
        Expr::Paren(inner) => evaluate(&inner.expr, name, known),
        Expr::TsAs(cast) => evaluate(&cast.expr, name, known),
        Expr::TsSatisfies(cast) => evaluate(&cast.expr, name, known),
        Expr::TsNonNull(cast) => evaluate(&cast.expr, name, known),
        Expr::Bin(binary) if binary.op == BinaryOp::Add => {
            let sides = [&binary.left, &binary.right].map(|side| evaluate(side, name, known));
            if sides.contains(&Value::Text) {
                Value::Text
            } else {
                Value::Computed
            }
        }
        Expr::Ident(id) => known.get(&*id.sym).copied().unwrap_or(Value::Computed),
        Expr::Member(member) => {
            let owned = matches!(&*member.obj, Expr::Ident(object) if object.sym == name);
            let key = match &member.prop {
                MemberProp::Ident(key) => Some(key.sym.to_string()),
                MemberProp::Computed(computed) => match &*computed.expr {
                    Expr::Lit(Lit::Str(text)) => Some(text.value.to_string_lossy().into_owned()),
                    _ => None,
                },
                MemberProp::PrivateName(_) => None,
            };
            key.filter(|_| owned)
                .and_then(|key| known.get(&key).copied())
                .unwrap_or(Value::Computed)
        }
        _ => Value::Computed,
    }
}

fn whole(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    if value.fract() == 0.0 && value.abs() <= EXACT {
        Value::Integer(value as i64)
    } else {
        Value::Computed
    }
}
