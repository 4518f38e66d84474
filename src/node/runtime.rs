//! The runtime as `js/` calls it.
//!
//! Every method returns at once; what comes of it is said through the [`super::doorbell`].

use std::sync::Arc;

use napi::{JsString, Unknown};
use napi_derive::napi;
use serde_json::Value;

use super::session::{NativeSession, scope};
use super::{Given, id};
use crate::config::CodeModeConfig;
use crate::error::{ErrorCode, Failure};
use crate::run::{
    CellScopes, ExecRequest, OutputDelivery, PendingOverflow, Runtime, RuntimeOptions, WaitRequest,
};
use crate::source::Language;
use crate::surface::{ExecInput, check_exec_input, check_wait_input};

/// What a cell is told that never began because its caller had given up.
const ABORTED: &str = "code mode run was aborted.";
/// Longest tool result, in bytes of its JSON text, that is copied over the border. The core's own
/// cap is lower; this one keeps a tool's gigabyte from being copied just to be refused.
const MAX_ANSWER_BYTES: usize = 64 * 1024 * 1024;
/// Longest time that a host may grant one `exec` or `wait`: that of the configuration.
const MAX_TIMEOUT_MS: u64 = 60_000;

/// An `exec` or `wait` that was not started.
#[napi(object)]
pub struct Refusal {
    pub code: String,
    pub message: String,
    /// What `message` does not say of whose fault it is.
    pub detail: Option<String>,
    /// Whether a tool call rejects with this; otherwise it resolves to `result`.
    pub rejects: bool,
    /// JSON text of the failed result.
    pub result: String,
}

/// A runtime of the core. Dropped by JavaScript without `close`, it is closed.
#[napi]
pub struct NativeRuntime {
    pub(super) runtime: Arc<Runtime>,
}

impl Drop for NativeRuntime {
    fn drop(&mut self) {
        self.runtime.close();
    }
}

#[napi]
impl NativeRuntime {
    /// Why `exec` would refuse this input, if it would: asked before anything of a plugin's runs.
    #[napi(catch_unwind)]
    pub fn check_exec(
        &self,
        session: &NativeSession,
        code: Unknown<'_>,
        command: Unknown<'_>,
        language: Unknown<'_>,
    ) -> napi::Result<Option<Refusal>> {
        let given = GivenCell::read(code, command, language)?;
        Ok(given
            .check(&session.config)
            .err()
            .map(|failure| self.refused_input(failure, session)))
    }

    /// Starts a cell; its messages carry `ticket`. Returns why it was not started, if so.
    ///
    /// `namespaces` describes the plugin namespaces of the cell (see [`CellScopes::parse`]);
    /// `timeout_ms` replaces the configuration's.
    #[napi(catch_unwind)]
    #[allow(
        clippy::too_many_arguments,
        reason = "one call over the border per cell"
    )]
    pub fn exec(
        &self,
        ticket: f64,
        session: &NativeSession,
        code: Unknown<'_>,
        command: Unknown<'_>,
        language: Unknown<'_>,
        tool_call_id: String,
        namespaces: Option<String>,
        timeout_ms: Option<f64>,
    ) -> napi::Result<Option<Refusal>> {
        let given = GivenCell::read(code, command, language)?;
        let (code, language) = match given.check(&session.config) {
            Ok((code, language)) => (code.to_owned(), language),
            Err(failure) => return Ok(Some(self.refused_input(failure, session))),
        };
        let namespaces = match namespaces.map(|text| CellScopes::parse(&text)).transpose() {
            Ok(namespaces) => namespaces,
            Err(failure) => return Ok(Some(self.refusal(failure, true, session))),
        };
        let started = self.runtime.exec(ExecRequest {
            ticket: id(ticket),
            code,
            language,
            catalog: session.catalog.clone(),
            scope: session.scope.clone(),
            config: within(&session.config, timeout_ms),
            tool_call_id,
            namespaces,
        });
        Ok((started.err()).map(|failure| self.refusal(failure, false, session)))
    }

    /// Goes on with a parked cell. Returns why it does not, if so. `timeout_ms` as for `exec`.
    #[napi(catch_unwind)]
    pub fn wait(
        &self,
        ticket: f64,
        session: &NativeSession,
        run_id: Unknown<'_>,
        run_id_alias: Unknown<'_>,
        tool_call_id: String,
        timeout_ms: Option<f64>,
    ) -> napi::Result<Option<Refusal>> {
        if !session.config.enabled {
            return Ok(Some(self.refusal(disabled(), true, session)));
        }
        let (run_id, alias) = (Given::read(run_id)?, Given::read(run_id_alias)?);
        let run_id = match check_wait_input(run_id.field(), alias.field()) {
            Ok(run_id) => run_id.to_owned(),
            Err(failure) => return Ok(Some(self.refusal(failure, true, session))),
        };
        let started = self.runtime.wait(WaitRequest {
            ticket: id(ticket),
            run_id: run_id.clone(),
            scope: session.scope.clone(),
            config: within(&session.config, timeout_ms),
            tool_call_id,
        });
        Ok(started.err().map(|failure| {
            let rejects = matches!(
                failure.code,
                ErrorCode::InvalidInput | ErrorCode::SnapshotExpired
            );
            let gone = matches!(
                failure.code,
                ErrorCode::Aborted | ErrorCode::SnapshotExpired
            );
            let mut refusal = self.refusal(failure, rejects, session);
            if gone && let Some(result) = self.runtime.last_words(&run_id, &session.scope) {
                refusal.result = result;
            }
            refusal
        }))
    }

    /// Gives a nested call its answer: the JSON text of the tool's result, or `{"message","code"?}`.
    #[napi(catch_unwind)]
    pub fn answer(&self, call: f64, ok: bool, text: JsString<'_>) -> napi::Result<()> {
        if text.utf8_len()? > MAX_ANSWER_BYTES {
            let error = r#"{"message":"tool result is too large"}"#.to_owned();
            self.runtime.answer(id(call), Err(error));
            return Ok(());
        }
        let text = text.into_utf8()?.into_owned()?;
        self.runtime
            .answer(id(call), if ok { Ok(text) } else { Err(text) });
        Ok(())
    }

    /// Stops the clock of the exec or wait that `call` belongs to.
    #[napi(catch_unwind)]
    pub fn hold_deadline(&self, call: f64) {
        self.runtime.hold_deadline(id(call));
    }

    #[napi(catch_unwind)]
    pub fn release_deadline(&self, call: f64) {
        self.runtime.release_deadline(id(call));
    }

    /// The signal of that exec or wait has fired. True when its cell, the exec of which had the ticket `cell`, was
    /// parked before and goes on.
    #[napi(catch_unwind)]
    pub fn abort(&self, ticket: f64, cell: f64) -> bool {
        !self.runtime.abort(id(ticket)) && self.runtime.is_alive(id(cell))
    }

    /// Drops a cell, running or parked; `cell` is the ticket of its exec.
    #[napi(catch_unwind)]
    pub fn abort_cell(&self, cell: f64) {
        self.runtime.abort_cell(id(cell));
    }

    /// Drops the cells of a scope and says how many they were.
    #[napi(catch_unwind)]
    pub fn abort_run(
        &self,
        agent_id: Option<String>,
        session_id: Option<String>,
        session_key: Option<String>,
        run_id: Option<String>,
    ) -> f64 {
        let scope = scope(agent_id, session_id, session_key, run_id);
        self.runtime.abort_run(&scope) as f64
    }

    /// JSON text of the process-wide counters.
    #[napi(catch_unwind)]
    pub fn stats(&self) -> String {
        self.runtime.stats_json()
    }

    /// Drops every cell; a message says when that is done.
    #[napi(catch_unwind)]
    pub fn close(&self) {
        self.runtime.close();
    }

    /// JSON text of the result of a cell whose caller had given up before it began.
    #[napi(catch_unwind)]
    pub fn aborted(&self, session: &NativeSession) -> String {
        self.result_of(&Failure::new(ErrorCode::Aborted, ABORTED), Some(session))
    }

    /// JSON text of a failed result for what went wrong outside the core.
    #[napi(catch_unwind)]
    pub fn failed(&self, code: String, message: String, session: Option<&NativeSession>) -> String {
        let code = ErrorCode::from_name(&code).unwrap_or(ErrorCode::InternalError);
        self.result_of(&Failure::new(code, message), session)
    }
}

impl NativeRuntime {
    fn refusal(&self, failure: Failure, rejects: bool, session: &NativeSession) -> Refusal {
        Refusal {
            code: failure.code.as_str().to_owned(),
            result: self.result_of(&failure, Some(session)),
            detail: failure.detail(),
            message: failure.message,
            rejects,
        }
    }

    fn refused_input(&self, failure: Failure, session: &NativeSession) -> Refusal {
        let rejects = failure.code == ErrorCode::InvalidInput;
        self.refusal(failure, rejects, session)
    }

    fn result_of(&self, failure: &Failure, session: Option<&NativeSession>) -> String {
        self.runtime
            .failed_result(failure, session.map(|session| &session.catalog))
    }
}

/// The input of `exec`, whatever the model put there.
struct GivenCell {
    code: Given,
    command: Given,
    language: Given,
}

impl GivenCell {
    fn read(code: Unknown<'_>, command: Unknown<'_>, language: Unknown<'_>) -> napi::Result<Self> {
        Ok(Self {
            code: Given::read(code)?,
            command: Given::read(command)?,
            language: Given::read(language)?,
        })
    }

    fn check(&self, config: &CodeModeConfig) -> Result<(&str, Language), Failure> {
        let input = ExecInput {
            code: self.code.field(),
            command: self.command.field(),
            language: self.language.field(),
        };
        check_exec_input(&input, config)
    }
}

/// The configuration with another time limit: what a host grants a single call.
fn within(config: &Arc<CodeModeConfig>, timeout_ms: Option<f64>) -> Arc<CodeModeConfig> {
    let Some(timeout_ms) = timeout_ms else {
        return config.clone();
    };
    let mut config = CodeModeConfig::clone(config);
    // The cast saturates, and NaN gives 0.
    config.limits.timeout_ms = (timeout_ms as u64).clamp(1, MAX_TIMEOUT_MS);
    Arc::new(config)
}

fn disabled() -> Failure {
    Failure::new(ErrorCode::InvalidInput, "code mode is disabled.")
}

/// Reads the options of `createCodeModeRuntime` that concern the core.
///
/// # Errors
///
/// `invalid_config` for an option that is there and is not what it must be.
pub(super) fn options(settings: &str) -> Result<RuntimeOptions, Failure> {
    let invalid = |message: String| Failure::new(ErrorCode::InvalidConfig, message);
    let settings: Value = serde_json::from_str(settings)
        .map_err(|error| invalid(format!("runtime options cannot be read: {error}")))?;
    let number = |name: &str| match settings.get(name) {
        None => Ok(None),
        Some(value) => match value.as_u64() {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(invalid(format!("{name} must be a positive integer."))),
        },
    };
    let choice = |name: &str, first: &str, second: &str| match settings.get(name) {
        None => Ok(None),
        Some(Value::String(value)) if value == first => Ok(Some(false)),
        Some(Value::String(value)) if value == second => Ok(Some(true)),
        Some(_) => Err(invalid(format!("{name} must be {first} or {second}."))),
    };
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);

    let mut options = RuntimeOptions {
        workers: number("workers")?.map(size),
        inline_wait_ms: number("inlineWaitMs")?,
        lifecycle_events: settings.get("lifecycleEvents") == Some(&Value::Bool(true)),
        ..RuntimeOptions::default()
    };
    if let Some(runs) = number("maxSuspendedRuns")? {
        options.max_suspended_runs = size(runs);
    }
    if let Some(bytes) = number("maxSuspendedBytes")? {
        options.max_suspended_bytes = bytes;
    }
    if choice("pendingOverflow", "reject", "queue")? == Some(true) {
        options.pending_overflow = PendingOverflow::Queue;
    }
    if choice("outputDelivery", "cumulative", "incremental")? == Some(true) {
        options.output_delivery = OutputDelivery::Incremental;
    }
    Ok(options)
}
