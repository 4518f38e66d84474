//! Plugin namespaces at the border: the rules for registering, seeing, describing and calling them.
//!
//! Owns: the wire of those rules. Does not own: the rules (`crate::namespaces`), nor the registry and
//! the walk over what `createScope` returned, which hold JavaScript objects (`js/`).

use napi_derive::napi;

use super::session::NativeCatalog;
use super::{CodedError, thrown};
use crate::error::{ErrorCode, Failure};
use crate::namespaces::prompt::{PromptNamespace, describe_namespaces as describe_for_prompt};
use crate::namespaces::registry::check_tool_name;
use crate::namespaces::scope::{check_segment, unknown_namespace};
use crate::namespaces::{Registered, Registration, check_registration, is_visible};
use crate::run::CellScopes;

/// Separates id and path segments of a call, as the guest sends them.
const SEPARATOR: char = '\0';

/// A registration as JavaScript read it: what was missing or no string is empty.
#[napi(object)]
pub struct NamespaceRegistration {
    pub plugin_id: String,
    pub id: String,
    pub global_name: String,
    pub create_scope_is_function: bool,
    /// An element that is no string is empty, which is as wrong.
    pub required_tool_names: Vec<String>,
    /// JavaScript found the name on its own global object.
    pub is_global: bool,
}

/// A registration that is there already.
#[napi(object)]
pub struct RegisteredNamespace {
    pub id: String,
    pub global_name: String,
}

/// Throws the exact message if the registration breaks a rule.
#[napi(catch_unwind)]
pub fn check_namespace(
    registration: NamespaceRegistration,
    there: Vec<RegisteredNamespace>,
) -> Result<(), CodedError> {
    let names: Vec<Option<&str>> = (registration.required_tool_names.iter())
        .map(|name| Some(name.as_str()))
        .collect();
    let there: Vec<Registered<'_>> = (there.iter())
        .map(|one| Registered {
            id: &one.id,
            global_name: &one.global_name,
        })
        .collect();
    let registration = Registration {
        plugin_id: &registration.plugin_id,
        id: &registration.id,
        global_name: &registration.global_name,
        create_scope_is_function: registration.create_scope_is_function,
        required_tool_names: &names,
        is_global: registration.is_global,
    };
    check_registration(&registration, &there).map_err(refused)
}

/// Throws the exact message if no tool can have this name.
#[napi(catch_unwind)]
pub fn check_namespace_tool(tool_name: String) -> Result<(), CodedError> {
    check_tool_name(&tool_name).map_err(refused)
}

/// Whether the catalog has every required tool, owned by the plugin.
#[napi(catch_unwind)]
pub fn namespace_is_visible(
    catalog: &NativeCatalog,
    plugin_id: String,
    required_tool_names: Vec<String>,
) -> bool {
    let entries = catalog.view.catalog.entries().iter();
    let tools = entries.map(|entry| (&*entry.name, entry.source_name.as_deref()));
    is_visible(&plugin_id, &required_tool_names, tools)
}

/// A visible namespace, as the prompt shows it.
#[napi(object)]
pub struct VisibleNamespace {
    pub global_name: String,
    pub description: Option<String>,
    pub prompt: Option<String>,
}

/// The namespaces' part of `exec`'s description; empty if there is none to speak of.
#[napi(catch_unwind)]
pub fn describe_namespaces(catalog: &NativeCatalog, namespaces: Vec<VisibleNamespace>) -> String {
    describe(catalog, namespaces)
}

pub(super) fn describe(catalog: &NativeCatalog, namespaces: Vec<VisibleNamespace>) -> String {
    let shown = namespaces.iter().map(|one| PromptNamespace {
        global_name: &one.global_name,
        description: one.description.as_deref(),
        prompt: one.prompt.as_deref(),
    });
    describe_for_prompt(catalog.view.mcp(), shown)
}

/// Serialised namespaces, for a host that carries their calls itself.
#[napi]
pub struct NativeScopes {
    scopes: CellScopes,
}

#[napi]
impl NativeScopes {
    /// `namespaces` as for `exec`. Throws the exact message of a broken rule.
    #[napi(constructor, catch_unwind)]
    pub fn new(namespaces: String) -> Result<Self, CodedError> {
        let scopes = CellScopes::parse(&namespaces).map_err(thrown)?;
        Ok(Self { scopes })
    }

    /// Index, among the catalog's definitions, of the tool behind a path. Throws the exact message
    /// for what was not serialised, not declared, or is not in the catalog.
    #[napi(catch_unwind)]
    pub fn target(
        &self,
        catalog: &NativeCatalog,
        namespace_id: String,
        path: Vec<String>,
    ) -> Result<u32, CodedError> {
        if namespace_id.contains(SEPARATOR) {
            return Err(refused(unknown_namespace(&namespace_id)));
        }
        let mut target = namespace_id;
        for segment in path {
            check_segment(&segment).map_err(refused)?;
            target.push(SEPARATOR);
            target.push_str(&segment);
        }
        let found = (self.scopes)
            .resolve(&catalog.view, &target, "[]")
            .map_err(refused)?;
        let origin = catalog
            .view
            .catalog
            .get(found.entry)
            .map(|entry| entry.origin);
        origin
            .and_then(|origin| u32::try_from(origin).ok())
            .ok_or_else(|| refused("unknown tool".to_owned()))
    }
}

fn refused(message: String) -> CodedError {
    thrown(Failure::new(ErrorCode::InvalidInput, message))
}
