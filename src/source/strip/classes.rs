//! Types in classes: heritage, modifiers, members without a body.
//!
//! Owns: which members vanish and where a class needs a semicolon once its types are gone. Parameter
//! properties and decorators are lowered elsewhere (`lower`), called from here.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::VisitWith;

use super::Strip;
use super::text::word_at;
use crate::source::lower::decorators::Site;
use crate::source::parse::{offset, range};

/// Words in front of a member that only the type checker reads.
pub const MODIFIERS: [&str; 7] = [
    "public",
    "private",
    "protected",
    "readonly",
    "override",
    "abstract",
    "declare",
];

impl Strip<'_> {
    pub fn class_declaration(&mut self, class: &ClassDecl) {
        self.decorated_class(&class.class, Some(&class.ident), true);
        self.class_named(&class.class, Some(&class.ident));
    }

    pub fn class_expression(&mut self, class: &ClassExpr) {
        self.decorated_class(&class.class, class.ident.as_ref(), false);
        self.class_named(&class.class, class.ident.as_ref());
    }

    pub fn class(&mut self, class: &Class) {
        self.class_named(class, None);
    }

    fn class_named(&mut self, class: &Class, name: Option<&Ident>) {
        let keyword = self.class_keyword(class);
        class.type_params.visit_with(self);
        class.super_class.visit_with(self);
        class.super_type_params.visit_with(self);
        if let Some(last) = class.implements.last() {
            // `implements` stands behind whatever of these the class has.
            let before = [
                class.super_type_params.as_ref().map(|types| types.span),
                class.super_class.as_ref().map(|class| class.span()),
                class.type_params.as_ref().map(|types| types.span),
            ]
            .into_iter()
            .flatten()
            .next()
            .map(|span| offset(span.hi))
            .or_else(|| name.map(|name| self.name_end(name)))
            .unwrap_or(keyword + "class".len());
            let lo = self.skip(before);
            self.edits.blank(lo, offset(last.span.hi));
        }
        if class.body.iter().any(Site::adds_initializers) {
            self.run_initializers(class, name);
        }
        for member in &class.body {
            self.member(member, class, name);
        }
    }

    /// Where `class` stands; `abstract` in front of it is erased.
    fn class_keyword(&mut self, class: &Class) -> usize {
        let mut at = offset(class.span.lo);
        if let Some(last) = class.decorators.last() {
            at = at.max(offset(last.span.hi));
        }
        at = self.skip(at);
        if word_at(self.code, at) == "abstract" {
            self.edits.blank(at, at + "abstract".len());
            at = self.skip(at + "abstract".len());
        }
        at
    }

    fn member(&mut self, member: &ClassMember, class: &Class, name: Option<&Ident>) {
        match member {
            ClassMember::TsIndexSignature(signature) => self.erase(signature.span),
            ClassMember::Constructor(constructor) => match &constructor.body {
                None => self.erase(constructor.span),
                Some(body) => {
                    self.modifiers(constructor.span, offset(constructor.key.span().lo), &[]);
                    constructor.params.visit_with(self);
                    self.parameter_properties(constructor, body, class.super_class.is_some());
                    body.visit_with(self);
                }
            },
            ClassMember::Method(method) => {
                if method.function.body.is_none() {
                    self.erase(method.span);
                    return;
                }
                let decorators = &method.function.decorators;
                self.modifiers(method.span, offset(method.key.span().lo), decorators);
                let site = Site::of_method(method);
                self.decorated_member(decorators, &site, &method.key);
                method.key.visit_with(self);
                self.optional_mark(offset(method.key.span().hi), method.is_optional);
                self.function_parts(&method.function);
            }
            ClassMember::PrivateMethod(method) => {
                if method.function.body.is_none() {
                    self.erase(method.span);
                    return;
                }
                self.refuse_decorators(&method.function.decorators, "private members");
                self.modifiers(method.span, offset(method.key.span.lo), &[]);
                self.optional_mark(offset(method.key.span.hi), method.is_optional);
                self.function_parts(&method.function);
            }
            ClassMember::ClassProp(field) => {
                if field.declare || field.is_abstract {
                    self.erase(field.span);
                    return;
                }
                let key = field.key.span();
                self.modifiers(field.span, offset(key.lo), &field.decorators);
                let site = Site::of_field(field);
                self.decorated_member(&field.decorators, &site, &field.key);
                field.key.visit_with(self);
                let accessor_word = match &field.key {
                    PropName::Ident(name) => {
                        matches!(&*name.sym, "get" | "set" | "static" | "accessor" | "async")
                    }
                    _ => false,
                };
                let value = field.value.as_deref();
                self.field_type(key, field.type_ann.as_deref(), value, accessor_word);
                self.decorated_field(&field.decorators, &site, &field.key, value, name);
                field.value.visit_with(self);
                self.end(field.span);
            }
            ClassMember::PrivateProp(field) => {
                self.refuse_decorators(&field.decorators, "private members");
                self.modifiers(field.span, offset(field.key.span.lo), &[]);
                let value = field.value.as_deref();
                self.field_type(field.key.span, field.type_ann.as_deref(), value, false);
                field.value.visit_with(self);
                self.end(field.span);
            }
            ClassMember::AutoAccessor(accessor) => self.auto_accessor(accessor),
            ClassMember::StaticBlock(block) => block.body.visit_with(self),
            ClassMember::Empty(_) => {}
        }
    }

    /// A function's parts; its decorators are dealt with where the member is.
    fn function_parts(&mut self, function: &Function) {
        function.this_param.visit_with(self);
        function.params.visit_with(self);
        function.type_params.visit_with(self);
        function.return_type.visit_with(self);
        function.body.visit_with(self);
    }

    /// Erases `?`, `!` and the annotation between a field's name and its value.
    fn field_type(
        &mut self,
        key: Span,
        annotation: Option<&TsTypeAnn>,
        value: Option<&Expr>,
        accessor_word: bool,
    ) {
        let key_hi = offset(key.hi);
        let at = self.skip(key_hi);
        let hi = match annotation {
            Some(annotation) => offset(annotation.span.hi),
            None if matches!(self.byte(at), Some(b'?' | b'!')) => at + 1,
            None => return,
        };
        self.edits.blank(at, hi);
        // `get: T` on a line of its own must not become a getter for what follows.
        if value.is_none() && accessor_word {
            self.edits.put(at, ';');
        }
    }

    fn optional_mark(&mut self, key_hi: usize, optional: bool) {
        let at = self.skip(key_hi);
        if optional && self.byte(at) == Some(b'?') {
            self.edits.blank(at, at + 1);
        }
    }

    /// Erases the modifiers between a member's beginning and its name.
    pub fn modifiers(&mut self, member: Span, key_lo: usize, decorators: &[Decorator]) {
        let start = decorators
            .last()
            .map_or(offset(member.lo), |last| offset(last.span.hi));
        let mut at = self.skip(start);
        let first = at;
        let mut kept = false;
        let mut erased = false;
        while at < key_lo {
            let word = word_at(self.code, at);
            if word.is_empty() {
                // `*` of a generator.
                kept = true;
                at = self.skip(at + 1);
                continue;
            }
            let end = at + word.len();
            if MODIFIERS.contains(&word) {
                self.edits.blank(at, end);
                erased |= !kept;
            } else {
                kept = true;
            }
            at = self.skip(end);
        }
        // What has come to the front must not go on with the field above.
        let mut front = first;
        while MODIFIERS.contains(&word_at(self.code, front)) && front < key_lo {
            front = self.skip(front + word_at(self.code, front).len());
        }
        let hazard = matches!(self.byte(front), Some(b'[' | b'*'))
            || matches!(word_at(self.code, front), "in" | "instanceof");
        if erased && hazard && decorators.is_empty() {
            self.edits.put(first, ';');
        }
    }

    pub fn refuse_decorators(&mut self, decorators: &[Decorator], what: &str) {
        if let Some(first) = decorators.first() {
            self.refuse(
                first.span,
                format!("decorators on {what} are not supported"),
            );
        }
    }

    /// `accessor x = 1` as the pair of accessors and the private field that it stands for.
    fn auto_accessor(&mut self, accessor: &AutoAccessor) {
        self.refuse_decorators(&accessor.decorators, "accessor fields");
        let (lo, hi) = range(accessor.span);
        let Key::Public(PropName::Ident(key)) = &accessor.key else {
            self.refuse(
                accessor.span,
                "an accessor field needs a plain name; write a getter and a setter",
            );
            return;
        };
        let (key_lo, key_hi) = range(key.span);
        self.modifiers(accessor.span, key_lo, &[]);
        let mut at = lo;
        while at < key_lo {
            let word = word_at(self.code, at);
            if word == "accessor" {
                self.edits.blank(at, at + word.len());
            }
            at = self.skip(at + word.len().max(1));
        }
        let name = &key.sym;
        let hidden = format!("#__{name}");
        self.edits.replace(key_lo, key_hi, hidden.clone());
        self.field_type(key.span, accessor.type_ann.as_deref(), None, false);
        accessor.value.visit_with(self);
        let scope = if accessor.is_static { "static " } else { "" };
        let end = accessor
            .value
            .as_ref()
            .map_or(hi, |value| offset(value.span().hi));
        let end = if accessor.value.is_some() {
            end
        } else if self.byte(hi.saturating_sub(1)) == Some(b';') {
            hi - 1
        } else {
            hi
        };
        self.edits.insert(
            end,
            format!(
                ";{scope}get {name}(){{return this.{hidden}}}{scope}set {name}(v){{this.{hidden}=v}}"
            ),
        );
    }
}
