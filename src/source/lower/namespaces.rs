//! `namespace N { export … }`: an object filled by a function.
//!
//! `namespace N { export const x = 1; }` becomes `let N;(function(N){ const x = 1;N.x=x; })(N||(N={}));`.
//! An exported variable that can change is exported as an accessor, so that both sides see each change.

use std::collections::HashSet;

use swc_core::common::Spanned;
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::VisitWith;

use crate::source::parse::{offset, range};
use crate::source::strip::{Strip, is_ambient, value_name, values_declared};

impl Strip<'_> {
    /// Lowers the namespace, which exists at run time. `first` and `container` as for enums.
    pub fn lower_namespace(
        &mut self,
        namespace: &TsModuleDecl,
        name: &Ident,
        first: bool,
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
        let functions = exported_functions(block, inner);
        self.edits
            .replace(lo, brace + 1, format!("{head}{functions}"));
        self.namespace_block(block, inner);
        self.edits.insert(hi, closing(&names, container));
    }

    fn namespace_block(&mut self, block: &TsModuleBlock, name: &str) {
        let mut declared = values_declared(block.body.iter().filter_map(|item| match item {
            ModuleItem::Stmt(statement) => Some(statement),
            ModuleItem::ModuleDecl(_) => None,
        }));
        declared.extend(block.body.iter().filter_map(|item| match item {
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => value_name(&export.decl),
            _ => None,
        }));
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
        declared: &mut HashSet<&'b str>,
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
                let first = declared.insert(&declaration.id.sym);
                self.lower_enum(declaration, first, Some(container));
            }
            Decl::TsModule(namespace) => {
                if let TsModuleName::Ident(name) = &namespace.id {
                    self.edits.blank(lo, keyword);
                    let first = declared.insert(&name.sym);
                    self.lower_namespace(namespace, name, first, Some(container));
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
