//! What the model sees of code mode, and the helpers for the gateway's before-call hooks.

use napi::Unknown;
use napi_derive::napi;

use super::namespaces::{VisibleNamespace, describe};
use super::session::{NativeCatalog, NativeConfig};
use super::{CodedError, Given, thrown};
use crate::config::CodeModeConfig;
use crate::surface::{
    self, CodeFields, HookMetadata, ParamsEdit, exec_description, exec_hook_metadata,
    exec_hook_metadata_for_kind, exec_parameters_json, wait_description, wait_parameters_json,
};

/// Descriptions and parameters (JSON texts of schemas) of the two control tools.
#[napi(object)]
pub struct ToolSurface {
    pub exec_description: String,
    pub exec_parameters: String,
    pub wait_description: String,
    pub wait_parameters: String,
}

/// The surface before there is a catalog; without a configuration that of the defaults.
#[napi(catch_unwind)]
pub fn tool_surface(config: Option<&NativeConfig>) -> ToolSurface {
    let default = CodeModeConfig::default();
    let languages = &config.map_or(&default, |config| &config.config).languages;
    ToolSurface {
        exec_description: exec_description(languages, false, ""),
        exec_parameters: exec_parameters_json(languages),
        wait_description: wait_description().to_owned(),
        wait_parameters: wait_parameters_json().to_owned(),
    }
}

/// The description of `exec` for one catalog; `namespaces` as for `describeNamespaces`.
#[napi(catch_unwind)]
pub fn describe_exec(
    catalog: &NativeCatalog,
    config: &NativeConfig,
    namespaces: Vec<VisibleNamespace>,
) -> String {
    exec_description(
        &config.config.languages,
        !catalog.view.mcp().is_empty(),
        &describe(catalog, namespaces),
    )
}

/// Throws `runtime_unavailable` unless `names` are the control tools and the run's direct-only tools.
#[napi(catch_unwind)]
pub fn assert_tool_surface(names: Vec<String>, direct_only: Vec<String>) -> Result<(), CodedError> {
    let (names, direct_only) = (texts(&names), texts(&direct_only));
    surface::assert_tool_surface(&names, &direct_only).map_err(thrown)
}

fn texts(owned: &[String]) -> Vec<&str> {
    owned.iter().map(String::as_str).collect()
}

/// What hook events of `exec` carry.
#[napi(object)]
pub struct ExecHookMetadata {
    #[napi(ts_type = "'code_mode_exec'")]
    pub tool_kind: String,
    #[napi(ts_type = "'javascript' | 'typescript'")]
    pub tool_input_kind: Option<String>,
}

impl From<HookMetadata> for ExecHookMetadata {
    fn from(metadata: HookMetadata) -> Self {
        Self {
            tool_kind: metadata.tool_kind.to_owned(),
            tool_input_kind: metadata.tool_input_kind.map(str::to_owned),
        }
    }
}

/// The metadata of a call of the control tool `exec`.
#[napi(catch_unwind)]
pub fn hook_metadata(language: Unknown<'_>) -> napi::Result<ExecHookMetadata> {
    let language = Given::read(language)?;
    Ok(exec_hook_metadata(language.field()).into())
}

/// The same where only the tool's kind is known; nothing for another kind.
#[napi(catch_unwind)]
pub fn hook_metadata_for_kind(
    kind: Unknown<'_>,
    language: Unknown<'_>,
) -> napi::Result<Option<ExecHookMetadata>> {
    let (kind, language) = (Given::read(kind)?, Given::read(language)?);
    Ok(exec_hook_metadata_for_kind(kind.field(), language.field()).map(Into::into))
}

/// Which field is to be set to the other's value before hooks see the parameters.
#[napi(catch_unwind, ts_return_type = "'code' | 'command' | null")]
pub fn mirror_exec_params(
    code: Unknown<'_>,
    command: Unknown<'_>,
) -> napi::Result<Option<&'static str>> {
    let (code, command) = (Given::read(code)?, Given::read(command)?);
    Ok(target(surface::mirror_exec_params(
        code.field(),
        command.field(),
    )))
}

/// Which field of the adjusted parameters is to be set to the other's value after the hooks.
#[napi(catch_unwind, ts_return_type = "'code' | 'command' | null")]
pub fn reconcile_exec_params(
    shown_code: Unknown<'_>,
    shown_command: Unknown<'_>,
    adjusted_code: Unknown<'_>,
    adjusted_command: Unknown<'_>,
) -> napi::Result<Option<&'static str>> {
    let (code, command) = (Given::read(shown_code)?, Given::read(shown_command)?);
    let shown = CodeFields {
        code: code.field(),
        command: command.field(),
    };
    let (code, command) = (Given::read(adjusted_code)?, Given::read(adjusted_command)?);
    let adjusted = CodeFields {
        code: code.field(),
        command: command.field(),
    };
    Ok(target(surface::reconcile_exec_params(shown, adjusted)))
}

fn target(edit: ParamsEdit<'_>) -> Option<&'static str> {
    match edit {
        ParamsEdit::Keep => None,
        ParamsEdit::SetCode(_) => Some("code"),
        ParamsEdit::SetCommand(_) => Some("command"),
    }
}
