//! `namespace N { export … }`: an object filled by a function.
//!
//! `namespace N { export const x = 1; }` becomes `let N;(function(N){ const x = 1;N.x=x; })(N||(N={}));`.
//! An exported variable that can change is exported as an accessor, so that both sides see each change.

use swc_core::common::Spanned;
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::VisitWith;

use crate::source::parse::{offset, range};
use crate::source::strip::Strip;
use crate::source::strip::declared::{Declared, Part, is_ambient, value_name, values_declared};

impl Strip<'_> {
    /// Lowers the namespace, which exists at run time. `declared` and `container` as for enums.
    pub fn lower_namespace<'b>(
        &mut self,
        namespace: &'b TsModuleDecl,
        name: &'b Ident,
        declared: &mut Declared<'b>,
        container: Option<&str>,
    ) {
        let Some(body) = &namespace.body else {
            self.erase(namespace.span);
            return;
        };
        // `namespace A.B.C {` is three namespaces with one pair of braces.
        let mut names = vec![&*name.sym];
        let mut body = body;
        let block = loop {
            match body {
                TsNamespaceBody::TsNamespaceDecl(inner) => {
                    names.push(&inner.id.sym);
                    body = &inner.body;
                }
                TsNamespaceBody::TsModuleBlock(block) => break block,
            }
        };
        let first = !declared.contains_key(&*name.sym);
        declared.entry(name.sym.to_string()).or_default();
        let mut head = String::new();
        for (index, name) in names.iter().enumerate() {
            if index > 0 || first {
                head.push_str(&format!("let {name}"));
            }
            head.push_str(&format!(";(function({name}){{"));
        }
        let (lo, hi) = range(namespace.span);
        let inner = names.last().copied().unwrap_or_default();
        let brace = offset(block.span.lo);
        let part = declared.entry(names.join(".")).or_default();
        let imports = self.earlier_exports(block, inner, part);
        part.exports.extend(exports(block));
        let functions = exported_functions(block, inner);
        self.edits
            .replace(lo, brace + 1, format!("{head}{imports}{functions}"));
        self.namespace_block(block, inner);
        self.edits.insert(hi, closing(&names, container));
    }

    /// Constants for what earlier parts of the namespace export and this one names without saying whose
    /// it is.
    fn earlier_exports(&mut self, block: &TsModuleBlock, name: &str, part: &Part<'_>) -> String {
        let mut text = String::new();
        if part.exports.is_empty() {
            return text;
        }
        let (lo, hi) = range(block.span);
        let code = self.code.get(lo..hi).unwrap_or_default();
        let own = own_names(block);
        let mut seen = Vec::new();
        for &(export, changes) in &part.exports {
            if own.contains(&export) || seen.contains(&export) || !names_freely(code, export) {
                continue;
            }
            seen.push(export);
            if changes {
                self.refuse(
                    block.span,
                    format!(
                        "'{export}' is exported by an earlier part of namespace {name}; write {name}.{export}"
                    ),
                );
            }
            text.push_str(&format!("const {export}={name}.{export};"));
        }
        text
    }

    fn namespace_block(&mut self, block: &TsModuleBlock, name: &str) {
        let mut declared = values_declared(block.body.iter().filter_map(|item| match item {
            ModuleItem::Stmt(statement) => Some(statement),
            ModuleItem::ModuleDecl(_) => None,
        }));
        for item in &block.body {
            if let ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) = item
                && let Some(name) = value_name(&export.decl)
            {
                declared.insert(name.to_owned(), Part::default());
            }
        }
        for item in &block.body {
            match item {
                ModuleItem::Stmt(statement) => self.statement(statement, &mut declared),
                ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => {
                    self.exported(export, name, &mut declared);
                }
                ModuleItem::ModuleDecl(ModuleDecl::TsImportEquals(alias)) => {
                    self.alias(alias, name);
                }
                ModuleItem::ModuleDecl(other) => self.refuse(
                    other.span(),
                    "only declarations can be exported from a namespace",
                ),
            }
        }
    }

    fn exported<'b>(
        &mut self,
        export: &'b ExportDecl,
        container: &str,
        declared: &mut Declared<'b>,
    ) {
        let (lo, hi) = range(export.span);
        if is_ambient(&export.decl) {
            self.erase(export.span);
            return;
        }
        let keyword = lo + "export".len();
        match &export.decl {
            Decl::TsEnum(declaration) => {
                self.edits.blank(lo, keyword);
                self.lower_enum(declaration, declared, Some(container));
            }
            Decl::TsModule(namespace) => {
                if let TsModuleName::Ident(name) = &namespace.id {
                    self.edits.blank(lo, keyword);
                    self.lower_namespace(namespace, name, declared, Some(container));
                }
            }
            Decl::Var(variables) => {
                self.edits.blank(lo, keyword);
                variables.visit_children_with(self);
                self.end(export.span);
                let mut names = Vec::new();
                for variable in &variables.decls {
                    bound_names(&variable.name, &mut names);
                }
                let constant = variables.kind == VarDeclKind::Const;
                let mut text = String::from(";");
                for name in names {
                    if constant {
                        text.push_str(&format!("{container}.{name}={name};"));
                    } else {
                        text.push_str(&format!(
                            "Object.defineProperty({container},\"{name}\",{{enumerable:true,\
                             configurable:true,get(){{return {name}}},set(v){{{name}=v}}}});"
                        ));
                    }
                }
                self.edits.insert(hi, text);
            }
            Decl::Class(class) => {
                self.edits.blank(lo, keyword);
                self.class_declaration(class);
                let name = &class.ident.sym;
                self.edits.insert(hi, format!("{container}.{name}={name};"));
            }
            declaration => {
                // Functions are hoisted, and so is their export.
                self.edits.blank(lo, keyword);
                declaration.visit_with(self);
            }
        }
    }

    /// `import X = A.B;` inside a namespace.
    fn alias(&mut self, alias: &TsImportEqualsDecl, container: &str) {
        let (lo, _) = range(alias.span);
        if alias.is_type_only {
            self.erase(alias.span);
            return;
        }
        let TsModuleRef::TsEntityName(target) = &alias.module_ref else {
            self.refuse(alias.span, "code mode module access is disabled.");
            return;
        };
        let name = &alias.id.sym;
        self.edits.replace(lo, offset(alias.id.span.lo), "const ");
        if alias.is_export {
            self.edits.insert(
                offset(target.span().hi),
                format!(";{container}.{name}={name}"),
            );
        }
        self.end(alias.span);
    }
}

/// What closes the functions of `A.B.C`, innermost first. The innermost brace is the text's own.
fn closing(names: &[&str], container: Option<&str>) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate().rev() {
        let outer = match index {
            0 => container,
            _ => names.get(index - 1).copied(),
        };
        if index + 1 < names.len() {
            text.push('}');
        }
        match outer {
            Some(outer) => {
                text.push_str(&format!(")({name}={outer}.{name}||({outer}.{name}={{}}));"));
            }
            None => text.push_str(&format!(")({name}||({name}={{}}));")),
        }
    }
    text
}

/// Assignments for the exported functions, which stand at the beginning of the block.
fn exported_functions(block: &TsModuleBlock, container: &str) -> String {
    let mut text = String::new();
    for item in &block.body {
        if let ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) = item
            && let Decl::Fn(function) = &export.decl
            && !is_ambient(&export.decl)
        {
            let name = &function.ident.sym;
            text.push_str(&format!("{container}.{name}={name};"));
        }
    }
    text
}

fn declarations(block: &TsModuleBlock) -> impl Iterator<Item = (&Decl, bool)> {
    block.body.iter().filter_map(|item| match item {
        ModuleItem::Stmt(Stmt::Decl(declaration)) => Some((declaration, false)),
        ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => Some((&export.decl, true)),
        _ => None,
    })
}

fn declared_names(declaration: &Decl) -> Vec<&str> {
    let mut names = Vec::new();
    match declaration {
        _ if is_ambient(declaration) => {}
        Decl::Class(class) => names.push(&*class.ident.sym),
        Decl::Fn(function) => names.push(&*function.ident.sym),
        Decl::TsEnum(declaration) => names.push(&*declaration.id.sym),
        Decl::TsModule(namespace) => {
            if let TsModuleName::Ident(name) = &namespace.id {
                names.push(&*name.sym);
            }
        }
        Decl::Var(variables) => {
            for variable in &variables.decls {
                bound_names(&variable.name, &mut names);
            }
        }
        _ => {}
    }
    names
}

/// What the block exports; true for variables whose value can change.
fn exports(block: &TsModuleBlock) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    for (declaration, _) in declarations(block).filter(|&(_, exported)| exported) {
        let changes =
            matches!(declaration, Decl::Var(variables) if variables.kind != VarDeclKind::Const);
        found.extend(
            declared_names(declaration)
                .into_iter()
                .map(|name| (name, changes)),
        );
    }
    found
}

fn own_names(block: &TsModuleBlock) -> Vec<&str> {
    declarations(block)
        .flat_map(|(declaration, _)| declared_names(declaration))
        .collect()
}

/// True if the text has the name as a word that no dot precedes.
fn names_freely(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\\');
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].trim_end().chars().next_back();
        let touching = code[..at].chars().next_back().is_some_and(is_part);
        let after = code[at + name.len()..].chars().next();
        !touching && before != Some('.') && !after.is_some_and(is_part)
    })
}

fn bound_names<'a>(pattern: &'a Pat, names: &mut Vec<&'a str>) {
    match pattern {
        Pat::Ident(binding) => names.push(&binding.id.sym),
        Pat::Array(array) => {
            for element in array.elems.iter().flatten() {
                bound_names(element, names);
            }
        }
        Pat::Rest(rest) => bound_names(&rest.arg, names),
        Pat::Assign(assign) => bound_names(&assign.left, names),
        Pat::Object(object) => {
            for property in &object.props {
                match property {
                    ObjectPatProp::KeyValue(pair) => bound_names(&pair.value, names),
                    ObjectPatProp::Assign(short) => names.push(&short.key.id.sym),
                    ObjectPatProp::Rest(rest) => bound_names(&rest.arg, names),
                }
            }
        }
        Pat::Invalid(_) | Pat::Expr(_) => {}
    }
}
