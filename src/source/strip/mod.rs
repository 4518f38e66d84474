//! TypeScript to JavaScript on the author's own lines and columns.
//!
//! Owns: the walk over the tree that erases what is only types, and the places where erasing alone would
//! change the program (see each comment). Does not own: constructs that mean something at run time
//! (`lower`), nor checking types. Recurses over the tree: the text must have passed `scan`.

mod classes;
pub mod declared;
pub mod edit;
pub mod text;

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::{Visit, VisitWith};

use super::parse::{offset, range};
use super::places::Places;
use declared::{Declared, is_ambient, is_lowered, values_declared};
use edit::Edits;
use text::{breaks_line, byte_at, skip_trivia, word_at};

/// What cannot be turned into JavaScript: message and byte offset in the cell.
#[derive(Debug)]
pub struct Unsupported {
    pub message: String,
    pub offset: usize,
}

/// The cell's JavaScript, and where its parts stand in the cell. `statements` are those of the tree of `code`.
pub fn strip(code: &str, statements: &[Stmt]) -> Result<(String, Places), Unsupported> {
    let mut strip = Strip {
        code,
        edits: Edits::default(),
        unsupported: None,
        decorators: None,
    };
    strip.list(statements);
    let Strip {
        mut edits,
        unsupported,
        decorators,
        ..
    } = strip;
    if let Some(unsupported) = unsupported {
        return Err(unsupported);
    }
    if edits.is_empty() {
        return Ok((code.to_owned(), Places::default()));
    }
    if let Some(helper) = decorators {
        edits.insert(code.len(), helper.definition());
    }
    Ok(edits.render(code))
}

pub struct Strip<'a> {
    pub code: &'a str,
    pub edits: Edits,
    pub unsupported: Option<Unsupported>,
    /// The run-time part that decorators need, once one has been met.
    pub decorators: Option<super::lower::decorators::Helper>,
}

impl Strip<'_> {
    /// Notes what cannot be transformed; the first one is told.
    pub fn refuse(&mut self, span: Span, message: impl Into<String>) {
        if self.unsupported.is_none() {
            self.unsupported = Some(Unsupported {
                message: message.into(),
                offset: offset(span.lo),
            });
        }
    }

    pub fn blank(&mut self, span: Span) {
        let (lo, hi) = range(span);
        self.edits.blank(lo, hi);
    }

    /// Erases a whole statement or class member. The semicolon keeps the lines around it apart.
    pub fn erase(&mut self, span: Span) {
        self.blank(span);
        self.edits.put(offset(span.lo), ';');
    }

    pub fn skip(&self, at: usize) -> usize {
        skip_trivia(self.code, at)
    }

    pub fn byte(&self, at: usize) -> Option<u8> {
        byte_at(self.code, at)
    }

    /// Where an identifier's own text ends. Its span may reach over what is said about its type.
    pub fn name_end(&self, name: &Ident) -> usize {
        let (lo, hi) = range(name.span);
        match self.code.get(lo..) {
            Some(rest) if rest.starts_with(&*name.sym) => lo + name.sym.len(),
            // Spelled with escapes.
            Some(_) => (lo + word_with_escapes(&self.code[lo..])).min(hi),
            None => hi,
        }
    }

    /// Statements that share a scope.
    pub fn list(&mut self, statements: &[Stmt]) {
        let mut declared = Declared::new();
        if statements.iter().any(is_lowered) {
            declared = values_declared(statements.iter());
        }
        for statement in statements {
            self.statement(statement, &mut declared);
        }
    }

    /// One statement of a list. `declared` says what an enum or a namespace of it may add to.
    pub fn statement<'b>(&mut self, statement: &'b Stmt, declared: &mut Declared<'b>) {
        match statement {
            Stmt::Decl(declaration) if is_ambient(declaration) => self.erase(statement.span()),
            Stmt::Decl(Decl::TsEnum(declaration)) => {
                self.lower_enum(declaration, declared, None);
            }
            Stmt::Decl(Decl::TsModule(namespace)) => {
                if let TsModuleName::Ident(name) = &namespace.id {
                    self.lower_namespace(namespace, name, declared, None);
                } else {
                    self.erase(namespace.span);
                }
            }
            _ => {
                statement.visit_children_with(self);
                if matches!(
                    statement,
                    Stmt::Expr(_) | Stmt::Return(_) | Stmt::Throw(_) | Stmt::Decl(Decl::Var(_))
                ) {
                    self.end(statement.span());
                }
            }
        }
    }

    /// Notes the end of a statement or member that may lack a semicolon.
    pub fn end(&mut self, span: Span) {
        let hi = offset(span.hi);
        if hi > 0 && self.byte(hi - 1) != Some(b';') {
            self.edits.open_end(hi);
        }
    }

    /// Erases `<T>` in front of an expression. Without it the expression may begin a block, or stand on
    /// a line of its own after `return`; then it gets parentheses.
    fn assertion(&mut self, span: Span, expression: &Expr) {
        let lo = offset(span.lo);
        let (inner_lo, inner_hi) = range(expression.span());
        self.edits.blank(lo, inner_lo);
        let begins_statement = self.byte(inner_lo) == Some(b'{')
            || matches!(
                word_at(self.code, inner_lo),
                "function" | "class" | "async" | "let"
            );
        let parenthesized = begins_statement || breaks_line(self.code, lo, inner_lo);
        if parenthesized {
            self.edits.put(lo, '(');
        }
        expression.visit_with(self);
        if parenthesized {
            self.edits.insert(inner_hi, ")");
        }
    }

    /// Erases what stands behind an expression: ` as T`, `!`, type arguments.
    fn suffix(&mut self, span: Span, expression: &Expr) {
        expression.visit_with(self);
        self.edits
            .blank(offset(expression.span().hi), offset(span.hi));
    }

    /// Erases the `?` after a pattern in braces or brackets.
    fn optional(&mut self, last: usize, close: u8) {
        let mut at = self.skip(last);
        while self.byte(at) == Some(b',') {
            at = self.skip(at + 1);
        }
        if self.byte(at) == Some(close) {
            at = self.skip(at + 1);
            if self.byte(at) == Some(b'?') {
                self.edits.blank(at, at + 1);
            }
        }
    }
}

fn word_with_escapes(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '\\' | '{' | '}')))
        .unwrap_or(text.len())
}

impl Visit for Strip<'_> {
    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.list(&body.stmts);
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.list(&block.stmts);
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        switch.discriminant.visit_with(self);
        let all = switch.cases.iter().flat_map(|case| &case.cons);
        let mut declared = values_declared(all);
        for case in &switch.cases {
            case.test.visit_with(self);
            for statement in &case.cons {
                self.statement(statement, &mut declared);
            }
        }
    }

    fn visit_stmt(&mut self, statement: &Stmt) {
        self.statement(statement, &mut Declared::new());
    }

    // Types end here: their spans are erased, what is in them is not looked at.

    fn visit_ts_type_ann(&mut self, annotation: &TsTypeAnn) {
        self.blank(annotation.span);
    }

    fn visit_ts_type_param_decl(&mut self, parameters: &TsTypeParamDecl) {
        self.blank(parameters.span);
    }

    fn visit_ts_type_param_instantiation(&mut self, arguments: &TsTypeParamInstantiation) {
        self.blank(arguments.span);
    }

    fn visit_ts_as_expr(&mut self, cast: &TsAsExpr) {
        self.suffix(cast.span, &cast.expr);
    }

    fn visit_ts_satisfies_expr(&mut self, cast: &TsSatisfiesExpr) {
        self.suffix(cast.span, &cast.expr);
    }

    fn visit_ts_non_null_expr(&mut self, cast: &TsNonNullExpr) {
        self.suffix(cast.span, &cast.expr);
    }

    fn visit_ts_instantiation(&mut self, cast: &TsInstantiation) {
        self.suffix(cast.span, &cast.expr);
    }

    fn visit_ts_type_assertion(&mut self, cast: &TsTypeAssertion) {
        self.assertion(cast.span, &cast.expr);
    }

    fn visit_ts_const_assertion(&mut self, cast: &TsConstAssertion) {
        if cast.expr.span().lo > cast.span.lo {
            self.assertion(cast.span, &cast.expr);
        } else {
            self.suffix(cast.span, &cast.expr);
        }
    }

    fn visit_bin_expr(&mut self, binary: &BinExpr) {
        // `a + b as T * c`: with the cast gone the operators would group differently.
        let mut operand = &*binary.left;
        while let Expr::TsAs(TsAsExpr { expr, .. })
        | Expr::TsSatisfies(TsSatisfiesExpr { expr, .. }) = operand
        {
            operand = expr;
        }
        let grouped = match operand {
            Expr::Bin(inner) if operand.span() != binary.left.span() => {
                let (inner, outer) = (inner.op.precedence(), binary.op.precedence());
                inner < outer || (inner == outer && binary.op == BinaryOp::Exp)
            }
            _ => false,
        };
        let (lo, hi) = range(operand.span());
        if grouped {
            self.edits.insert(lo, "(");
        }
        binary.left.visit_with(self);
        if grouped {
            self.edits.insert(hi, ")");
        }
        binary.right.visit_with(self);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        let (lo, _) = range(arrow.span);
        if let Some(parameters) = &arrow.type_params {
            let (type_lo, type_hi) = range(parameters.span);
            self.edits.blank(type_lo, type_hi);
            let paren = self.skip(type_hi);
            // No line may end between `return` (or `async`) and the parameters: their parenthesis
            // moves up to where the type parameters began.
            if breaks_line(self.code, type_lo.min(lo), paren) && self.byte(paren) == Some(b'(') {
                self.edits.blank(type_lo, paren + 1);
                self.edits.put(type_lo, '(');
            }
        }
        arrow.params.visit_with(self);
        if let Some(result) = &arrow.return_type {
            let (type_lo, type_hi) = range(result.span);
            self.edits.blank(type_lo, type_hi);
            // No line may end between the parameters and the arrow: their parenthesis moves down to
            // where the type ended.
            if breaks_line(self.code, type_lo, type_hi)
                && let Some(paren) = self.closing_parenthesis(arrow, type_lo)
            {
                self.edits.blank(paren, type_hi);
                let last = self.code[..type_hi]
                    .char_indices()
                    .next_back()
                    .map_or(type_lo, |(at, _)| at);
                self.edits.put(last, ')');
            }
        }
        arrow.body.visit_with(self);
    }

    fn visit_binding_ident(&mut self, binding: &BindingIdent) {
        let end = self.name_end(&binding.id);
        if let Some(annotation) = &binding.type_ann {
            self.edits.blank(end, offset(annotation.span.hi));
        } else if binding.id.optional {
            let mark = self.skip(end);
            if self.byte(mark) == Some(b'?') {
                self.edits.blank(mark, mark + 1);
            }
        }
    }

    fn visit_object_pat(&mut self, pattern: &ObjectPat) {
        pattern.visit_children_with(self);
        if pattern.optional {
            let last = pattern
                .props
                .last()
                .map_or(offset(pattern.span.lo) + 1, |last| offset(last.span().hi));
            self.optional(last, b'}');
        }
    }

    fn visit_array_pat(&mut self, pattern: &ArrayPat) {
        pattern.visit_children_with(self);
        if pattern.optional {
            let last = pattern
                .elems
                .iter()
                .flatten()
                .last()
                .map_or(offset(pattern.span.lo) + 1, |last| offset(last.span().hi));
            self.optional(last, b']');
        }
    }

    fn visit_ts_this_param(&mut self, parameter: &TsThisParam) {
        let (lo, hi) = range(parameter.span);
        let comma = self.skip(hi);
        let end = if self.byte(comma) == Some(b',') {
            comma + 1
        } else {
            hi
        };
        self.edits.blank(lo, end);
    }

    fn visit_class(&mut self, class: &Class) {
        self.class(class);
    }

    fn visit_class_decl(&mut self, class: &ClassDecl) {
        self.class_declaration(class);
    }

    fn visit_class_expr(&mut self, class: &ClassExpr) {
        self.class_expression(class);
    }

    fn visit_param(&mut self, parameter: &Param) {
        if let Some(decorator) = parameter.decorators.first() {
            self.refuse(
                decorator.span,
                "decorators on parameters are not supported; decorate the method or the class",
            );
        }
        let lo = parameter
            .decorators
            .last()
            .map_or(parameter.span.lo, |last| last.span.hi);
        self.refuse_parameter_property(offset(lo), parameter.span);
        parameter.pat.visit_with(self);
    }

    fn visit_fn_expr(&mut self, function: &FnExpr) {
        self.refuse_bodiless(function.span(), function.function.body.is_none());
        function.visit_children_with(self);
    }

    fn visit_method_prop(&mut self, method: &MethodProp) {
        self.refuse_bodiless(method.key.span(), method.function.body.is_none());
        method.visit_children_with(self);
    }

    fn visit_getter_prop(&mut self, getter: &GetterProp) {
        self.refuse_bodiless(getter.key.span(), getter.function.body.is_none());
        getter.visit_children_with(self);
    }

    fn visit_setter_prop(&mut self, setter: &SetterProp) {
        self.refuse_bodiless(setter.key.span(), setter.function.body.is_none());
        setter.visit_children_with(self);
    }
}

impl Strip<'_> {
    /// Only classes have functions without a body; elsewhere the parser lets them through.
    fn refuse_bodiless(&mut self, span: Span, bodiless: bool) {
        if bodiless {
            self.refuse(
                span,
                "Function implementation is missing: a body `{ … }` is expected",
            );
        }
    }

    /// `private x` among the parameters of anything but a constructor: the parser forgets the modifier.
    fn refuse_parameter_property(&mut self, lo: usize, span: Span) {
        let at = self.skip(lo);
        let word = word_at(self.code, at);
        let next = self.byte(self.skip(at + word.len()));
        if classes::MODIFIERS.contains(&word)
            && !matches!(next, Some(b',' | b')' | b':' | b'?' | b'='))
        {
            self.refuse(
                span,
                "A parameter property is only allowed in a constructor implementation",
            );
        }
    }

    /// The parenthesis that closes an arrow function's parameters: the last one before its return type.
    fn closing_parenthesis(&self, arrow: &ArrowExpr, type_lo: usize) -> Option<usize> {
        let mut at = match arrow.params.last() {
            Some(last) => self.skip(offset(last.span().hi)),
            None => {
                let start = arrow
                    .type_params
                    .as_ref()
                    .map_or(offset(arrow.span.lo), |types| offset(types.span.hi));
                let mut at = self.skip(start);
                if arrow.is_async && arrow.type_params.is_none() {
                    at = self.skip(at + "async".len());
                }
                self.skip(at + 1)
            }
        };
        while self.byte(at) == Some(b',') {
            at = self.skip(at + 1);
        }
        (at < type_lo && self.byte(at) == Some(b')')).then_some(at)
    }
}
