//! The life of a cell, from `exec` to its result.
//!
//! Owns: the state machine (running, waiting, and the four ends), the bridge to the host's tools,
//! deadlines and expiry, the register of suspended runs, results, telemetry. Does not own: the VM
//! (`guest`), threads (`workers`), JavaScript objects (`node`).
//!
//! A [`Runtime`] may be used from any thread. What it has to say it says through its [`Host`].

mod cell;
mod clock;
mod core;
mod dispatch;
mod host;
mod leg;
mod lifecycle;
mod pool;
mod result;
mod scopes;
mod teach;
mod view;
mod world;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

pub use host::{Host, HostEvent, NestedCall};
pub use result::MAX_RECORDS;
pub use scopes::CellScopes;
pub use view::CatalogView;

use self::cell::{Cell, Mail, Origin};
use self::core::{Core, UNAVAILABLE};
use self::leg::Leg;
use self::result::Facts;
use crate::config::CodeModeConfig;
use crate::error::{ErrorCode, Failure};
use crate::guest::MAX_PAYLOAD_BYTES;
use crate::source::Language;
use crate::workers::ActorId;

/// Whose run it is. A field that either side lacks is not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    pub agent_id: Option<String>,
    pub session_id: Option<String>,
    pub session_key: Option<String>,
    pub run_id: Option<String>,
}

fn differ(ours: &Option<String>, theirs: &Option<String>) -> bool {
    matches!((ours, theirs), (Some(ours), Some(theirs)) if ours != theirs)
}

impl Scope {
    /// Whether a caller of scope `other` may touch what is of this scope; the message for it if not.
    pub fn admits(&self, other: &Scope) -> Result<(), &'static str> {
        if differ(&self.session_id, &other.session_id)
            || differ(&self.session_key, &other.session_key)
            || differ(&self.agent_id, &other.agent_id)
        {
            return Err("code mode run belongs to a different session.");
        }
        if differ(&self.run_id, &other.run_id) {
            return Err("code mode run belongs to a different agent run.");
        }
        Ok(())
    }

    /// Whether `other` names this scope: every field that it has is equal here.
    fn is_named_by(&self, other: &Scope) -> bool {
        let covers =
            |ours: &Option<String>, theirs: &Option<String>| theirs.is_none() || ours == theirs;
        *other != Scope::default()
            && covers(&self.agent_id, &other.agent_id)
            && covers(&self.session_id, &other.session_id)
            && covers(&self.session_key, &other.session_key)
            && covers(&self.run_id, &other.run_id)
    }
}

/// Suspended cells and bytes of their snapshots in one process, unless a runtime asks for more.
pub const MAX_SUSPENDED_RUNS: usize = 1024;
pub const MAX_SUSPENDED_BYTES: u64 = 256 << 20;

/// What happens to calls over `maxPendingToolCalls`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PendingOverflow {
    /// The call's promise rejects.
    #[default]
    Reject,
    /// The call waits its turn.
    Queue,
}

/// What `output` of a result holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputDelivery {
    /// All output of the cell so far.
    #[default]
    Cumulative,
    /// What no earlier result has shown.
    Incremental,
}

/// Options of a runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuntimeOptions {
    /// Worker threads; the process's pool has at least as many. Default: cores, at least 2.
    pub workers: Option<usize>,
    pub max_suspended_runs: usize,
    pub max_suspended_bytes: u64,
    /// How long an `exec` or `wait` waits for tools before it returns `waiting`. Default: `timeoutMs`.
    pub inline_wait_ms: Option<u64>,
    pub pending_overflow: PendingOverflow,
    pub output_delivery: OutputDelivery,
    /// Whether `HostEvent::Lifecycle` is wanted.
    pub lifecycle_events: bool,
}

impl Default for RuntimeOptions {
    fn default() -> Self {
        Self {
            workers: None,
            max_suspended_runs: MAX_SUSPENDED_RUNS,
            max_suspended_bytes: MAX_SUSPENDED_BYTES,
            inline_wait_ms: None,
            pending_overflow: PendingOverflow::default(),
            output_delivery: OutputDelivery::default(),
            lifecycle_events: false,
        }
    }
}

/// A program to be run.
pub struct ExecRequest {
    /// Chosen by the host, unique per runtime.
    pub ticket: u64,
    pub code: String,
    pub language: Language,
    pub catalog: Arc<CatalogView>,
    pub scope: Scope,
    pub config: Arc<CodeModeConfig>,
    /// Id of the outer `exec` call; may be empty.
    pub tool_call_id: String,
    /// The plugin namespaces that are visible in this run.
    pub namespaces: Option<CellScopes>,
}

/// A suspended cell to be resumed.
pub struct WaitRequest {
    pub ticket: u64,
    /// `cm_…`, as a `waiting` result named it.
    pub run_id: String,
    pub scope: Scope,
    pub config: Arc<CodeModeConfig>,
    pub tool_call_id: String,
}

/// One runtime: cells, suspended runs and counters of one host.
pub struct Runtime {
    core: Arc<Core>,
}

impl Runtime {
    /// Cheap; threads start with the first `exec` of the process.
    pub fn new(options: RuntimeOptions, host: Arc<dyn Host>) -> Arc<Runtime> {
        Arc::new(Runtime {
            core: Core::new(options, host),
        })
    }

    /// Starts a cell; its result comes as [`HostEvent::Settled`]. On `Err` nothing was started.
    pub fn exec(&self, request: ExecRequest) -> Result<(), Failure> {
        let core = &self.core;
        let closed = || Failure::new(ErrorCode::Aborted, "code mode runtime is closed.");
        if core.is_closing() {
            return Err(closed());
        }
        let unavailable = |why: String| {
            Failure::new(
                ErrorCode::RuntimeUnavailable,
                format!("code mode runtime is unavailable: {why}"),
            )
        };
        let pool = pool::get(core.options.workers).map_err(unavailable)?;
        let facts = Arc::new(Facts {
            view: Some(request.catalog.clone()),
            tool_call_id: request.tool_call_id.clone(),
        });
        let leg = Leg::new(request.ticket, request.ticket, core.clone(), facts.clone());
        let (ticket, scope) = (request.ticket, request.scope.clone());
        let admitted = pool.admit(|actor| {
            if !core.begin(ticket, actor, scope, facts.clone()) {
                return None;
            }
            let origin = Origin {
                actor,
                request,
                facts,
            };
            Some((Cell::new(origin, core.clone(), leg), Mail::Start))
        });
        if admitted.map_err(unavailable)? {
            Ok(())
        } else {
            Err(closed())
        }
    }

    /// Resumes a suspended cell. `Err` is a refusal: the run is as it was.
    pub fn wait(&self, request: WaitRequest) -> Result<(), Failure> {
        let core = &self.core;
        let pool =
            pool::running().ok_or_else(|| Failure::new(ErrorCode::InvalidInput, UNAVAILABLE))?;
        if core.is_closing() {
            return Err(Failure::new(
                ErrorCode::Aborted,
                "code mode runtime is closed.",
            ));
        }
        let limits = &request.config.limits;
        let admitted = core.resume(&request.run_id, &request.scope, request.ticket, limits)?;
        let leg = Leg::new(request.ticket, admitted.cell, core.clone(), admitted.facts);
        let timeout = Duration::from_millis(request.config.limits.timeout_ms);
        // When the cell ends before it reads this, its end settles the leg.
        pool.send(admitted.actor, Mail::Resume { leg, timeout });
        Ok(())
    }

    /// The failed result of a run for which `wait` said that it was aborted or has expired: with the
    /// calls that it had made. Not of every such run.
    pub fn last_words(&self, run_id: &str, scope: &Scope) -> Option<String> {
        self.core.last_words(run_id, scope)
    }

    /// The answer to a nested call: JSON text of the tool's result, or of `{message, code?}`. Late and
    /// unknown answers are ignored.
    pub fn answer(&self, call: u64, outcome: Result<String, String>) {
        let outcome = outcome.and_then(|text| {
            if text.len() <= MAX_PAYLOAD_BYTES {
                return Ok(text);
            }
            Err(format!(
                r#"{{"message":"tool result exceeds {} MiB."}}"#,
                MAX_PAYLOAD_BYTES >> 20
            ))
        });
        let (actor, request) = dispatch::split_call(call);
        if let Some(pool) = pool::running() {
            pool.send(actor, Mail::Answer { request, outcome });
        }
    }

    /// Stops the clock of the `exec` or `wait` that call belongs to, until `release_deadline`; also that
    /// of a `wait` which comes meanwhile.
    pub fn hold_deadline(&self, call: u64) {
        if let Some(pool) = pool::running() {
            let (actor, request) = dispatch::split_call(call);
            pool.send(actor, Mail::Hold(request));
        }
    }

    /// Lets the clock go on. Holds count: the last release starts it. The answer to a call releases
    /// what it holds.
    pub fn release_deadline(&self, call: u64) {
        if let Some(pool) = pool::running() {
            let (actor, request) = dispatch::split_call(call);
            pool.send(actor, Mail::Release(request));
        }
    }

    /// The signal of the `exec` or `wait` with this ticket fired: its cell is aborted. False when that is too late,
    /// because the cell has ended or is suspended.
    pub fn abort(&self, ticket: u64) -> bool {
        self.core.abort_leg(ticket).is_some_and(tell_of_abort)
    }

    /// Whether a cell, by the ticket of its `exec`, runs or is suspended.
    pub fn is_alive(&self, cell: u64) -> bool {
        self.core.is_alive(cell)
    }

    /// Aborts a cell, by the ticket of its `exec`, whatever state it is in.
    pub fn abort_cell(&self, cell: u64) {
        if let Some(actor) = self.core.abort_cell(cell) {
            tell_of_abort(actor);
        }
    }

    /// Aborts all cells of a scope; how many there were.
    pub fn abort_run(&self, scope: &Scope) -> usize {
        self.abort_all(|of_cell| of_cell.is_named_by(scope))
    }

    fn abort_all(&self, fits: impl Fn(&Scope) -> bool) -> usize {
        let actors = self.core.abort_all(fits).into_iter();
        actors.filter(|actor| tell_of_abort(*actor)).count()
    }

    /// Counters as JSON text. They are of this runtime; threads and slots are of the process.
    pub fn stats_json(&self) -> String {
        let (live, suspended, suspended_bytes) = self.core.population();
        let (workers, slots, stuck) = pool::running().map_or((0, 0, 0), |pool| pool.figures());
        let counters = &self.core.counters;
        let get = |counter: &std::sync::atomic::AtomicU64| counter.load(Relaxed);
        serde_json::json!({
            "execCount": get(&counters.execs),
            "waitCount": get(&counters.waits),
            "searchCount": get(&counters.searches),
            "describeCount": get(&counters.describes),
            "callCount": get(&counters.calls),
            "suspendCount": get(&counters.suspensions),
            "restoreCount": get(&counters.restores),
            "completed": get(&counters.completed),
            "failed": get(&counters.failed),
            "timedOut": get(&counters.timed_out),
            "aborted": get(&counters.aborted),
            "expired": get(&counters.expired),
            "activeRuns": live - suspended,
            "suspendedRuns": suspended,
            "suspendedBytes": suspended_bytes,
            "workers": workers,
            "slots": slots,
            "stuckWorkers": stuck,
        })
        .to_string()
    }

    /// Aborts everything; [`HostEvent::Closed`] comes, once, when nothing runs any more. May be called
    /// again.
    pub fn close(&self) {
        self.core.close();
        self.abort_all(|_| true);
    }

    /// A failed result for what was refused before it became a cell.
    pub fn failed_result(&self, failure: &Failure, catalog: Option<&Arc<CatalogView>>) -> String {
        result::failed_without_cell(
            failure,
            &Facts {
                view: catalog.cloned(),
                ..Facts::default()
            },
        )
    }
}

/// Stops what is done for a cell's actor; false when there is none any more.
fn tell_of_abort(actor: ActorId) -> bool {
    pool::running().is_some_and(|pool| pool.interrupt(actor, Mail::Abort))
}
