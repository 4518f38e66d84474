//! Module access in a parsed cell.
//!
//! Owns: `import(…)`, `import.meta`, import types, and uses of a `require` that the cell does not declare.
//! Does not own: import and export declarations, which do not parse inside a function (`parse` tells them
//! apart), nor enforcement: the guest has no module loader. Recurses over the tree: the text must have
//! passed `scan`.

use swc_core::common::{Span, Spanned};
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::{Visit, VisitWith};

use super::parse::offset;

/// True if the text holds any word that module access needs, or an escape that could spell one. Most
/// cells hold none, and need no walk over their tree.
pub fn may_access(code: &str) -> bool {
    code.contains("import") || code.contains("require") || code.contains("\\u")
}

/// Byte offset of the first place where the statements (the body of the cell's function) access modules.
pub fn access(statements: &[Stmt]) -> Option<usize> {
    let mut finder = Finder {
        scopes: vec![Scope {
            parent: 0,
            function: 0,
            declares: false,
        }],
        current: 0,
        uses: Vec::new(),
        found: None,
    };
    statements.visit_with(&mut finder);
    let unbound = finder
        .uses
        .iter()
        .filter(|&&(scope, _)| !finder.is_bound(scope))
        .map(|&(_, offset)| offset);
    unbound.chain(finder.found).min()
}

const REQUIRE: &str = "require";

struct Scope {
    /// The root is its own parent.
    parent: usize,
    /// The scope that `var` inside this one declares in.
    function: usize,
    declares: bool,
}

struct Finder {
    scopes: Vec<Scope>,
    current: usize,
    /// Scopes in which `require` is used as a loader, and where. Looked up at the end: declarations are
    /// hoisted.
    uses: Vec<(usize, usize)>,
    found: Option<usize>,
}

impl Finder {
    fn is_bound(&self, mut scope: usize) -> bool {
        loop {
            let entry = &self.scopes[scope];
            if entry.declares {
                return true;
            }
            if scope == entry.parent {
                return false;
            }
            scope = entry.parent;
        }
    }

    fn inside(&mut self, is_function: bool, visit: impl FnOnce(&mut Self)) {
        let outer = self.current;
        let index = self.scopes.len();
        let function = if is_function {
            index
        } else {
            self.scopes[outer].function
        };
        self.scopes.push(Scope {
            parent: outer,
            function,
            declares: false,
        });
        self.current = index;
        visit(self);
        self.current = outer;
    }

    fn declare(&mut self, name: &Ident) {
        if name.sym == REQUIRE {
            let current = self.current;
            self.scopes[current].declares = true;
        }
    }

    fn declare_pattern(&mut self, pattern: &Pat, hoisted: bool) {
        let scope = if hoisted {
            self.scopes[self.current].function
        } else {
            self.current
        };
        if binds_require(pattern) {
            self.scopes[scope].declares = true;
        }
    }

    fn found_at(&mut self, span: Span) {
        self.found.get_or_insert(offset(span.lo));
    }

    fn use_of(&mut self, expression: &Expr) {
        if yields_require(expression) {
            self.uses.push((self.current, offset(expression.span().lo)));
        }
    }
}

/// True if the value of the expression can be that of the identifier `require`.
fn yields_require(expression: &Expr) -> bool {
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        match expression {
            Expr::Ident(name) if name.sym == REQUIRE => return true,
            Expr::Paren(inner) => pending.push(&inner.expr),
            Expr::Seq(list) => pending.extend(list.exprs.last().map(|last| &**last)),
            Expr::Assign(assign) => pending.push(&assign.right),
            Expr::Cond(conditional) => {
                pending.push(&conditional.cons);
                pending.push(&conditional.alt);
            }
            Expr::Bin(binary)
                if matches!(
                    binary.op,
                    BinaryOp::LogicalOr | BinaryOp::LogicalAnd | BinaryOp::NullishCoalescing
                ) =>
            {
                pending.push(&binary.left);
                pending.push(&binary.right);
            }
            Expr::TsAs(cast) => pending.push(&cast.expr),
            Expr::TsSatisfies(cast) => pending.push(&cast.expr),
            Expr::TsNonNull(cast) => pending.push(&cast.expr),
            Expr::TsTypeAssertion(cast) => pending.push(&cast.expr),
            Expr::TsConstAssertion(cast) => pending.push(&cast.expr),
            Expr::TsInstantiation(cast) => pending.push(&cast.expr),
            _ => {}
        }
    }
    false
}

fn binds_require(pattern: &Pat) -> bool {
    let mut pending = vec![pattern];
    while let Some(pattern) = pending.pop() {
        match pattern {
            Pat::Ident(name) if name.id.sym == REQUIRE => return true,
            Pat::Array(array) => pending.extend(array.elems.iter().flatten()),
            Pat::Rest(rest) => pending.push(&rest.arg),
            Pat::Assign(assign) => pending.push(&assign.left),
            Pat::Object(object) => {
                for property in &object.props {
                    match property {
                        ObjectPatProp::KeyValue(pair) => pending.push(&pair.value),
                        ObjectPatProp::Assign(short) if short.key.id.sym == REQUIRE => return true,
                        ObjectPatProp::Assign(_) => {}
                        ObjectPatProp::Rest(rest) => pending.push(&rest.arg),
                    }
                }
            }
            _ => {}
        }
    }
    false
}

impl Visit for Finder {
    fn visit_call_expr(&mut self, call: &CallExpr) {
        match &call.callee {
            Callee::Import(_) => self.found_at(call.span),
            Callee::Expr(callee) => self.use_of(callee),
            Callee::Super(_) => {}
        }
        call.visit_children_with(self);
    }

    fn visit_opt_call(&mut self, call: &OptCall) {
        self.use_of(&call.callee);
        call.visit_children_with(self);
    }

    fn visit_new_expr(&mut self, new: &NewExpr) {
        self.use_of(&new.callee);
        new.visit_children_with(self);
    }

    fn visit_tagged_tpl(&mut self, tagged: &TaggedTpl) {
        self.use_of(&tagged.tag);
        tagged.visit_children_with(self);
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        self.use_of(&member.obj);
        member.visit_children_with(self);
    }

    fn visit_meta_prop_expr(&mut self, meta: &MetaPropExpr) {
        if meta.kind == MetaPropKind::ImportMeta {
            self.found_at(meta.span);
        }
    }

    fn visit_ts_import_type(&mut self, import: &TsImportType) {
        self.found_at(import.span);
    }

    fn visit_module_decl(&mut self, declaration: &ModuleDecl) {
        match declaration {
            // Inside a namespace these export from the namespace, not from a module.
            ModuleDecl::ExportDecl(export) => export.decl.visit_with(self),
            ModuleDecl::TsImportEquals(import)
                if matches!(import.module_ref, TsModuleRef::TsEntityName(_)) =>
            {
                self.declare(&import.id);
            }
            other => self.found_at(other.span()),
        }
    }

    fn visit_function(&mut self, function: &Function) {
        self.inside(true, |finder| {
            for parameter in &function.params {
                finder.declare_pattern(&parameter.pat, false);
            }
            function.visit_children_with(finder);
        });
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        self.inside(true, |finder| {
            for parameter in &arrow.params {
                finder.declare_pattern(parameter, false);
            }
            arrow.visit_children_with(finder);
        });
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        self.inside(true, |finder| {
            for parameter in &constructor.params {
                match parameter {
                    ParamOrTsParamProp::Param(parameter) => {
                        finder.declare_pattern(&parameter.pat, false);
                    }
                    ParamOrTsParamProp::TsParamProp(property) => match &property.param {
                        TsParamPropParam::Ident(name) => finder.declare(&name.id),
                        TsParamPropParam::Assign(assign) => {
                            finder.declare_pattern(&assign.left, false);
                        }
                    },
                }
            }
            constructor.visit_children_with(finder);
        });
    }

    fn visit_fn_expr(&mut self, function: &FnExpr) {
        self.inside(false, |finder| {
            if let Some(name) = &function.ident {
                finder.declare(name);
            }
            function.function.visit_with(finder);
        });
    }

    fn visit_fn_decl(&mut self, function: &FnDecl) {
        // An overload or an ambient declaration leaves nothing behind.
        if !function.declare && function.function.body.is_some() {
            self.declare(&function.ident);
        }
        function.function.visit_with(self);
    }

    fn visit_class_expr(&mut self, class: &ClassExpr) {
        self.inside(false, |finder| {
            if let Some(name) = &class.ident {
                finder.declare(name);
            }
            class.class.visit_with(finder);
        });
    }

    fn visit_class_decl(&mut self, class: &ClassDecl) {
        if !class.declare {
            self.declare(&class.ident);
        }
        class.class.visit_with(self);
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.inside(true, |finder| block.visit_children_with(finder));
    }

    fn visit_var_decl(&mut self, variables: &VarDecl) {
        if !variables.declare {
            for variable in &variables.decls {
                self.declare_pattern(&variable.name, variables.kind == VarDeclKind::Var);
            }
        }
        variables.visit_children_with(self);
    }

    fn visit_using_decl(&mut self, variables: &UsingDecl) {
        for variable in &variables.decls {
            self.declare_pattern(&variable.name, false);
        }
        variables.visit_children_with(self);
    }

    fn visit_ts_enum_decl(&mut self, declaration: &TsEnumDecl) {
        if !declaration.declare {
            self.declare(&declaration.id);
        }
        declaration.visit_children_with(self);
    }

    fn visit_ts_module_decl(&mut self, namespace: &TsModuleDecl) {
        if let (false, TsModuleName::Ident(name)) = (namespace.declare, &namespace.id) {
            self.declare(name);
        }
        self.inside(true, |finder| namespace.visit_children_with(finder));
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.inside(false, |finder| block.visit_children_with(finder));
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        self.inside(false, |finder| switch.visit_children_with(finder));
    }

    fn visit_for_stmt(&mut self, statement: &ForStmt) {
        self.inside(false, |finder| statement.visit_children_with(finder));
    }

    fn visit_for_in_stmt(&mut self, statement: &ForInStmt) {
        self.inside(false, |finder| statement.visit_children_with(finder));
    }

    fn visit_for_of_stmt(&mut self, statement: &ForOfStmt) {
        self.inside(false, |finder| statement.visit_children_with(finder));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.inside(false, |finder| {
            if let Some(parameter) = &clause.param {
                finder.declare_pattern(parameter, false);
            }
            clause.visit_children_with(finder);
        });
    }
}
