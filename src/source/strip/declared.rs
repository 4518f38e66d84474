//! What the declarations of a scope leave behind at run time.
//!
//! Owns: which declarations are only types, and the names that several enums, namespaces, functions and
//! classes of one scope share. Pure; any thread.

use std::collections::HashMap;

use swc_core::ecma::ast::*;

use crate::source::lower::enums::Value;

/// Names of a scope that an enum or a namespace may add to, with what earlier parts have put in them. A
/// dotted name stands for a namespace inside another.
pub type Declared<'a> = HashMap<String, Part<'a>>;

/// What earlier enums and namespaces of a name hold.
#[derive(Default)]
pub struct Part<'a> {
    /// Members of enums.
    pub members: HashMap<String, Value>,
    /// Names exported by namespaces; true if their value can change.
    pub exports: Vec<(&'a str, bool)>,
}

/// True for enums and namespaces.
pub fn is_lowered(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Decl(Decl::TsEnum(_) | Decl::TsModule(_)))
}

/// Names of functions and classes: an enum or a namespace of the same name adds to them.
pub fn values_declared<'a>(statements: impl Iterator<Item = &'a Stmt>) -> Declared<'a> {
    statements
        .filter_map(|statement| match statement {
            Stmt::Decl(declaration) => value_name(declaration),
            _ => None,
        })
        .map(|name| (name.to_owned(), Part::default()))
        .collect()
}

/// The name of a function or a class that exists at run time.
pub fn value_name(declaration: &Decl) -> Option<&str> {
    match declaration {
        Decl::Fn(function) if !is_ambient(declaration) => Some(&function.ident.sym),
        Decl::Class(class) if !class.declare => Some(&class.ident.sym),
        _ => None,
    }
}

/// True for declarations that leave nothing behind at run time.
pub fn is_ambient(declaration: &Decl) -> bool {
    match declaration {
        Decl::TsInterface(_) | Decl::TsTypeAlias(_) => true,
        Decl::Var(variables) => variables.declare,
        Decl::Fn(function) => function.declare || function.function.body.is_none(),
        Decl::Class(class) => class.declare,
        Decl::TsEnum(declaration) => declaration.declare,
        Decl::TsModule(namespace) => {
            namespace.declare
                || namespace.global
                || !namespace.body.as_ref().is_some_and(is_instantiated)
        }
        Decl::Using(_) => false,
    }
}

/// True if the namespace holds anything that exists at run time.
pub fn is_instantiated(body: &TsNamespaceBody) -> bool {
    match body {
        TsNamespaceBody::TsNamespaceDecl(inner) => is_instantiated(&inner.body),
        TsNamespaceBody::TsModuleBlock(block) => block.body.iter().any(|item| match item {
            ModuleItem::Stmt(Stmt::Decl(declaration)) => !is_ambient(declaration),
            ModuleItem::Stmt(_) => true,
            ModuleItem::ModuleDecl(ModuleDecl::ExportDecl(export)) => !is_ambient(&export.decl),
            ModuleItem::ModuleDecl(ModuleDecl::TsImportEquals(import)) => !import.is_type_only,
            ModuleItem::ModuleDecl(_) => true,
        }),
    }
}
