//! What an agent run brings along, held natively so that it crosses the border once and not with
//! every cell: its configuration, its catalog and its scope.
//!
//! Immutable once made; any thread may hold what is in here.

use std::sync::Arc;

use napi_derive::napi;
use serde_json::Value;

use super::{CodedError, thrown};
use crate::catalog::{self, Catalog};
use crate::config::{self, CodeModeConfig};
use crate::error::{ErrorCode, Failure};
use crate::run::{CatalogView, Scope};

/// The resolved configuration of one agent.
#[napi]
pub struct NativeConfig {
    pub(super) config: Arc<CodeModeConfig>,
}

#[napi]
impl NativeConfig {
    /// Both are JSON texts of a `tools.codeMode` value: the common one and that of the agent's entry.
    #[napi(constructor, catch_unwind)]
    pub fn new(base: Option<String>, overlay: Option<String>) -> Result<Self, CodedError> {
        let read = |text: Option<String>| -> Result<Option<Value>, CodedError> {
            text.map(|text| serde_json::from_str(&text).map_err(unreadable))
                .transpose()
        };
        let (base, overlay) = (read(base)?, read(overlay)?);
        let config = config::resolve(base.as_ref(), overlay.as_ref()).map_err(thrown)?;
        Ok(Self {
            config: Arc::new(config),
        })
    }

    #[napi(getter, catch_unwind)]
    pub fn enabled(&self) -> bool {
        self.config.enabled
    }

    /// JSON text of the object that `resolveCodeModeConfig` returns.
    #[napi(catch_unwind)]
    pub fn json(&self) -> String {
        self.config.to_json()
    }
}

/// Throws `invalid_input` unless a catalog may have that many tools, and definitions of that many characters:
/// asked before they are written, which is the event loop's time.
#[napi(catch_unwind)]
pub fn check_catalog_size(tools: f64, characters: f64) -> Result<(), CodedError> {
    // Numbers from JavaScript: what does not fit is too large in any case.
    catalog::check_size(tools as usize, characters as usize).map_err(thrown)
}

/// The catalog of one agent run.
#[napi]
pub struct NativeCatalog {
    pub(super) view: Arc<CatalogView>,
}

#[napi]
impl NativeCatalog {
    /// `definitions` is the JSON text of an array; a tool is known by its index in it.
    #[napi(constructor, catch_unwind)]
    pub fn new(definitions: String) -> Result<Self, CodedError> {
        let catalog = Catalog::from_json(&definitions).map_err(thrown)?;
        Ok(Self {
            view: Arc::new(CatalogView::new(catalog)),
        })
    }

    /// JSON text: for every entry, by id, `[index of the definition, id, source, source name or null]`.
    #[napi(catch_unwind)]
    pub fn listing(&self) -> String {
        let rows: Vec<Value> = (self.view.catalog.entries().iter())
            .map(|entry| {
                serde_json::json!([
                    entry.origin,
                    &*entry.id,
                    entry.source.as_str(),
                    entry.source_name.as_deref()
                ])
            })
            .collect();
        Value::from(rows).to_string()
    }

    /// JSON text of the API files: an array of `{ path, description, content, bytes }`.
    #[napi(catch_unwind)]
    pub fn api_files(&self) -> String {
        let schemas = |entry| self.view.schema(entry);
        let files: Vec<Value> = (self.view.files().all(&schemas))
            .map(|(path, description, content)| {
                let bytes = content.len();
                serde_json::json!({
                    "path": path, "description": description, "content": content, "bytes": bytes,
                })
            })
            .collect();
        Value::from(files).to_string()
    }
}

/// One agent run: what its cells run with.
#[napi]
pub struct NativeSession {
    pub(super) catalog: Arc<CatalogView>,
    pub(super) config: Arc<CodeModeConfig>,
    pub(super) scope: Scope,
}

#[napi]
impl NativeSession {
    #[napi(constructor, catch_unwind)]
    pub fn new(
        catalog: &NativeCatalog,
        config: &NativeConfig,
        agent_id: Option<String>,
        session_id: Option<String>,
        session_key: Option<String>,
        run_id: Option<String>,
    ) -> Self {
        Self {
            catalog: catalog.view.clone(),
            config: config.config.clone(),
            scope: scope(agent_id, session_id, session_key, run_id),
        }
    }
}

/// The scope that four fields name; an empty one is one that is not there.
pub(super) fn scope(
    agent_id: Option<String>,
    session_id: Option<String>,
    session_key: Option<String>,
    run_id: Option<String>,
) -> Scope {
    let named = |field: Option<String>| field.filter(|text| !text.is_empty());
    Scope {
        agent_id: named(agent_id),
        session_id: named(session_id),
        session_key: named(session_key),
        run_id: named(run_id),
    }
}

fn unreadable(error: serde_json::Error) -> CodedError {
    let failure = Failure::new(ErrorCode::InternalError, error.to_string());
    thrown(failure)
}
