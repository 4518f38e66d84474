//! What the cells of one runtime share.
//!
//! Owns: options, counters, the host, and the register of cells that are alive or suspended. Does not
//! own: cells (the pool does).

#[cfg(model)]
#[path = "core/model.rs"]
mod model;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::host::{Host, HostEvent};
use super::lifecycle::{self, Details};
use super::result::{Facts, failed_without_cell};
use super::{MAX_SUSPENDED_BYTES, MAX_SUSPENDED_RUNS, RuntimeOptions, Scope};
use crate::config::Limits;
use crate::error::{ErrorCode, Failure};
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use crate::sync::{Mutex, process};
use crate::workers::ActorId;

/// How many ids of finished runs are remembered, to say why they are gone.
const REMEMBERED: usize = 4096;
/// Bytes of their last results that are kept for whoever waits for one of them.
const REMEMBERED_BYTES: usize = 4 << 20;

pub const UNAVAILABLE: &str = "code mode run is unavailable or expired.";
pub const ABORTED: &str = "code mode run was aborted.";
pub const SNAPSHOT_LIMIT: &str = "code mode snapshot limit exceeded";
pub const MEMORY_LIMIT: &str = "code mode memory limit exceeded";
pub const TOO_MANY_RUNS: &str = "too many suspended code mode runs.";

/// Shared state of one runtime.
pub struct Core {
    pub options: RuntimeOptions,
    pub host: Arc<dyn Host>,
    pub counters: Counters,
    register: Mutex<Register>,
}

#[derive(Default)]
struct Register {
    /// Cells that are alive, by the ticket of their `exec`.
    live: HashMap<u64, Live>,
    /// Cells by the ticket of the `exec` or `wait` in flight.
    legs: HashMap<u64, u64>,
    /// Suspended or once suspended cells, by run id: the ticket of their `exec`.
    runs: HashMap<String, u64>,
    gone: HashMap<String, Gone>,
    gone_order: VecDeque<String>,
    /// The last results in `gone`, oldest first: run id and bytes.
    words_order: VecDeque<(String, usize)>,
    words_bytes: usize,
    suspended: usize,
    suspended_bytes: u64,
    /// Cells that are over and whose end the host is just being told.
    ending: usize,
    closing: bool,
    /// The host was told that everything is over.
    closed: bool,
}

/// How large a suspended guest is, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// Of its serialised state.
    pub snapshot: u64,
    /// Of the heap that it takes in a slot.
    pub heap: u64,
}

struct Live {
    actor: ActorId,
    scope: Scope,
    facts: Arc<Facts>,
    run_id: Option<String>,
    /// How large it is while it is suspended.
    suspended: Option<Size>,
    /// Ticket of the `exec` or `wait` for it that is under way.
    leg: Option<u64>,
    /// It is to end, and will not be suspended any more.
    aborted: bool,
}

impl Live {
    fn abort(&mut self) -> ActorId {
        self.aborted = true;
        self.actor
    }
}

/// Why a run is over, whose it was, and its result, which says what it had done by then.
struct Gone {
    why: ErrorCode,
    owner: Scope,
    last_words: Option<String>,
}

/// A `wait` that was admitted.
pub struct Admitted {
    pub cell: u64,
    pub actor: ActorId,
    pub facts: Arc<Facts>,
}

/// How a cell ended.
pub enum Ending<'a> {
    /// With the JSON text of its value.
    Completed(&'a str),
    Failed(&'a Failure),
}

impl Core {
    pub fn new(options: RuntimeOptions, host: Arc<dyn Host>) -> Arc<Self> {
        Arc::new(Self {
            options,
            host,
            counters: Counters::default(),
            register: Mutex::default(),
        })
    }

    /// Whether `close` was called.
    pub fn is_closing(&self) -> bool {
        self.register.lock().closing
    }

    /// Enters the cell of the `exec` with this ticket; false when the runtime is closing.
    pub fn begin(&self, ticket: u64, actor: ActorId, scope: Scope, facts: Arc<Facts>) -> bool {
        let mut register = self.register.lock();
        if register.closing {
            return false;
        }
        let live = Live {
            actor,
            scope,
            facts,
            run_id: None,
            suspended: None,
            leg: Some(ticket),
            aborted: false,
        };
        register.live.insert(ticket, live);
        register.legs.insert(ticket, ticket);
        self.counters.execs.fetch_add(1, Relaxed);
        true
    }

    /// Marks the cell of an `exec` or `wait` as aborted, and says who has to hear of it. `None` when that leg is over:
    /// its cell has ended, or is suspended and stays so. The two cannot come together: `suspend` has the same lock.
    pub fn abort_leg(&self, ticket: u64) -> Option<ActorId> {
        let mut register = self.register.lock();
        let cell = register.legs.get(&ticket).copied()?;
        register.live.get_mut(&cell).map(Live::abort)
    }

    /// Marks a live cell as aborted, by the ticket of its `exec`, and says who has to hear of it.
    pub fn abort_cell(&self, cell: u64) -> Option<ActorId> {
        self.register.lock().live.get_mut(&cell).map(Live::abort)
    }

    /// Marks the cells that `fits` chooses by their scope as aborted, and says who has to hear of it.
    pub fn abort_all(&self, fits: impl Fn(&Scope) -> bool) -> Vec<ActorId> {
        let mut register = self.register.lock();
        let chosen = register.live.values_mut().filter(|live| fits(&live.scope));
        chosen.map(Live::abort).collect()
    }

    pub fn is_alive(&self, cell: u64) -> bool {
        self.register.lock().live.contains_key(&cell)
    }

    /// Counts a suspension in and ends the cell's leg; `run_id` names the cell from now on.
    ///
    /// # Errors
    ///
    /// `invalid_input` where there is no room, `aborted` when an abort came before.
    pub fn suspend(&self, cell: u64, run_id: &str, size: Size) -> Result<(), Failure> {
        let bytes = size.snapshot;
        let mut guard = self.register.lock();
        let register = &mut *guard;
        let Some(live) = register.live.get_mut(&cell) else {
            // The supervisor has ended it a moment ago: its leg is settled, nothing is kept.
            return Ok(());
        };
        if live.aborted {
            return Err(Failure::new(ErrorCode::Aborted, ABORTED));
        }
        let over = register.suspended >= self.options.max_suspended_runs
            || register.suspended_bytes + bytes > self.options.max_suspended_bytes;
        if over || !PROCESS.take(&self.options, bytes) {
            return Err(Failure::new(ErrorCode::InvalidInput, TOO_MANY_RUNS));
        }
        live.suspended = Some(size);
        if let Some(ticket) = live.leg.take() {
            register.legs.remove(&ticket);
        }
        if live.run_id.is_none() {
            live.run_id = Some(run_id.to_owned());
            register.runs.insert(run_id.to_owned(), cell);
        }
        register.suspended += 1;
        register.suspended_bytes += bytes;
        Ok(())
    }

    /// Admits a `wait`: who has to be resumed, or why not.
    ///
    /// `limits` are the caller's: a guest that is larger than they allow is refused and stays as it is.
    pub fn resume(
        &self,
        run_id: &str,
        scope: &Scope,
        ticket: u64,
        limits: &Limits,
    ) -> Result<Admitted, Failure> {
        let mut guard = self.register.lock();
        let register = &mut *guard;
        let invalid = |message: &str| Failure::new(ErrorCode::InvalidInput, message);
        let found = (register.runs.get(run_id).copied())
            .and_then(|cell| Some((cell, register.live.get_mut(&cell)?)));
        let Some((cell, live)) = found else {
            let Some(Gone { why, owner, .. }) = register.gone.get(run_id) else {
                return Err(invalid(UNAVAILABLE));
            };
            owner.admits(scope).map_err(invalid)?;
            let message = if *why == ErrorCode::Aborted {
                ABORTED
            } else {
                UNAVAILABLE
            };
            return Err(Failure::new(*why, message));
        };
        live.scope.admits(scope).map_err(invalid)?;
        if live.leg.is_some() {
            return Err(invalid("code mode run is already being resumed."));
        }
        if let Some(size) = &live.suspended {
            if size.snapshot > limits.max_snapshot_bytes {
                return Err(Failure::new(
                    ErrorCode::SnapshotLimitExceeded,
                    SNAPSHOT_LIMIT,
                ));
            }
            if size.heap > limits.memory_limit_bytes {
                return Err(Failure::new(ErrorCode::MemoryLimitExceeded, MEMORY_LIMIT));
            }
        }
        live.leg = Some(ticket);
        let admitted = Admitted {
            cell,
            actor: live.actor,
            facts: live.facts.clone(),
        };
        if let Some(size) = live.suspended.take() {
            register.suspended -= 1;
            register.suspended_bytes -= size.snapshot;
            PROCESS.give(size.snapshot);
        }
        register.legs.insert(ticket, cell);
        self.counters.waits.fetch_add(1, Relaxed);
        Ok(admitted)
    }

    /// Ends a cell: takes it out of the register, counts it and tells the host. Whoever is second is
    /// ignored, so every cell is counted once. `settled` is the result of the leg that the caller has
    /// claimed; a `wait` that was admitted and that the cell has not heard of is settled as well.
    /// `last_words` is the result for whoever waits for the run later.
    pub fn end(
        &self,
        cell: u64,
        how: Ending<'_>,
        settled: Option<(u64, String)>,
        last_words: Option<String>,
    ) {
        self.end_if(cell, how, settled, last_words, |_| true);
    }

    /// The result of a run that is gone, if it is still known, for those who may know of it.
    pub fn last_words(&self, run_id: &str, scope: &Scope) -> Option<String> {
        let register = self.register.lock();
        if register.closing {
            return None;
        }
        let gone = register.gone.get(run_id)?;
        gone.owner.admits(scope).ok()?;
        gone.last_words.clone()
    }

    /// Ends a suspended cell whose time is over; false when a `wait` for it was admitted before.
    pub fn expire(&self, cell: u64, failure: &Failure, last_words: Option<String>) -> bool {
        self.end_if(cell, Ending::Failed(failure), None, last_words, |live| {
            live.leg.is_none()
        })
    }

    fn end_if(
        &self,
        cell: u64,
        how: Ending<'_>,
        settled: Option<(u64, String)>,
        last_words: Option<String>,
        fits: impl Fn(&Live) -> bool,
    ) -> bool {
        let live = {
            let mut guard = self.register.lock();
            let register = &mut *guard;
            if !register.live.get(&cell).is_some_and(fits) {
                return false;
            }
            let Some(live) = register.live.remove(&cell) else {
                return false;
            };
            register.ending += 1;
            register.forget(&live, &how, last_words);
            live
        };
        self.counters.count(&how);
        let (transition, code) = match &how {
            Ending::Completed(_) => ("completed", None),
            Ending::Failed(failure) => (
                match failure.code {
                    ErrorCode::Aborted => "aborted",
                    ErrorCode::SnapshotExpired => "expired",
                    _ => "failed",
                },
                Some(failure.code.as_str()),
            ),
        };
        let details = Details {
            run_id: live.run_id.as_deref(),
            code,
            ..Details::default()
        };
        lifecycle::announce(self, transition, cell, &live.facts.tool_call_id, details);
        let ticket = settled.as_ref().map(|(ticket, _)| *ticket);
        let mut news = Vec::with_capacity(2);
        if let Some((ticket, result)) = settled {
            news.push(HostEvent::Settled { ticket, result });
        }
        if let (Some(stray), Ending::Failed(failure)) = (live.leg, &how)
            && Some(stray) != ticket
        {
            let result = failed_without_cell(failure, &live.facts);
            news.push(HostEvent::Settled {
                ticket: stray,
                result,
            });
        }
        news.push(HostEvent::Ended { cell });
        self.host.post_all(news);
        let mut register = self.register.lock();
        register.ending -= 1;
        let last = register.is_all_over();
        drop(register);
        if last {
            self.host.post(HostEvent::Closed);
        }
        true
    }

    /// Marks the runtime as closing: nothing begins any more. When nothing of it is alive the host is
    /// told that it is closed; otherwise the last cell's end will do that.
    pub fn close(&self) {
        let mut register = self.register.lock();
        register.closing = true;
        let last = register.is_all_over();
        drop(register);
        if last {
            self.host.post(HostEvent::Closed);
        }
    }

    /// Live cells, suspended cells and the bytes of their snapshots.
    pub fn population(&self) -> (usize, usize, u64) {
        let register = self.register.lock();
        (
            register.live.len(),
            register.suspended,
            register.suspended_bytes,
        )
    }
}

impl Register {
    /// Drops what is noted of a cell that is over.
    fn forget(&mut self, live: &Live, how: &Ending<'_>, last_words: Option<String>) {
        if let Some(ticket) = live.leg {
            self.legs.remove(&ticket);
        }
        if let Some(size) = live.suspended {
            self.suspended -= 1;
            self.suspended_bytes -= size.snapshot;
            PROCESS.give(size.snapshot);
        }
        let Some(run_id) = &live.run_id else {
            return;
        };
        self.runs.remove(run_id);
        let Ending::Failed(failure) = how else {
            return;
        };
        let code = failure.code;
        if !matches!(code, ErrorCode::Aborted | ErrorCode::SnapshotExpired) {
            return;
        }
        if self.gone_order.len() >= REMEMBERED
            && let Some(oldest) = self.gone_order.pop_front()
        {
            self.gone.remove(&oldest);
        }
        self.gone_order.push_back(run_id.clone());
        if let Some(text) = &last_words {
            self.words_bytes += text.len();
            self.words_order.push_back((run_id.clone(), text.len()));
        }
        let gone = Gone {
            why: code,
            owner: live.scope.clone(),
            last_words,
        };
        self.gone.insert(run_id.clone(), gone);
        while self.words_bytes > REMEMBERED_BYTES
            && let Some((oldest, bytes)) = self.words_order.pop_front()
        {
            self.words_bytes -= bytes;
            if let Some(gone) = self.gone.get_mut(&oldest) {
                gone.last_words = None;
            }
        }
    }

    /// True once: when the runtime is closing and the last cell's end has been told.
    fn is_all_over(&mut self) -> bool {
        let over = self.closing && self.live.is_empty() && self.ending == 0 && !self.closed;
        self.closed |= over;
        over
    }
}

/// Suspended cells of the whole process. The limits of a runtime hold for it alone and, where they are
/// the defaults or higher, for all runtimes together.
struct Process {
    runs: AtomicUsize,
    bytes: AtomicU64,
}

process! {
    static PROCESS: Process = Process {
        runs: AtomicUsize::new(0),
        bytes: AtomicU64::new(0),
    };
}

impl Process {
    fn take(&self, options: &RuntimeOptions, bytes: u64) -> bool {
        let runs = self.runs.fetch_add(1, Relaxed) + 1;
        let all = self.bytes.fetch_add(bytes, Relaxed) + bytes;
        let fits = runs <= options.max_suspended_runs.max(MAX_SUSPENDED_RUNS)
            && all <= options.max_suspended_bytes.max(MAX_SUSPENDED_BYTES);
        if !fits {
            self.give(bytes);
        }
        fits
    }

    fn give(&self, bytes: u64) {
        self.runs.fetch_sub(1, Relaxed);
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}

/// Counters of one runtime. They add up: every cell that began ends in exactly one of the last five.
#[derive(Default)]
pub struct Counters {
    pub execs: AtomicU64,
    pub waits: AtomicU64,
    pub calls: AtomicU64,
    pub searches: AtomicU64,
    pub describes: AtomicU64,
    pub suspensions: AtomicU64,
    pub restores: AtomicU64,
    pub completed: AtomicU64,
    pub failed: AtomicU64,
    pub timed_out: AtomicU64,
    pub aborted: AtomicU64,
    pub expired: AtomicU64,
}

impl Counters {
    /// Counts a cell that ended.
    fn count(&self, how: &Ending<'_>) {
        let counter = match how {
            Ending::Completed(_) => &self.completed,
            Ending::Failed(failure) => match failure.code {
                ErrorCode::Timeout => &self.timed_out,
                ErrorCode::Aborted => &self.aborted,
                ErrorCode::SnapshotExpired => &self.expired,
                _ => &self.failed,
            },
        };
        counter.fetch_add(1, Relaxed);
    }
}
