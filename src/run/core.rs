//! What the cells of one runtime share.
//!
//! Owns: options, counters, the host, and the register of cells that are alive or suspended. Does not
//! own: cells (the pool does).

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;

use super::host::Host;
use super::{RuntimeOptions, Scope};
use crate::error::{ErrorCode, Failure};
use crate::workers::ActorId;

/// How many ids of finished runs are remembered, to say why they are gone.
const REMEMBERED: usize = 4096;

pub const UNAVAILABLE: &str = "code mode run is unavailable or expired.";
pub const ABORTED: &str = "code mode run was aborted.";
pub const TOO_MANY_RUNS: &str = "too many suspended code mode runs.";

/// Shared state of one runtime.
pub struct Core {
    pub options: RuntimeOptions,
    pub host: Arc<dyn Host>,
    pub counters: Counters,
    pub closed: AtomicBool,
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
    gone: HashMap<String, ErrorCode>,
    gone_order: VecDeque<String>,
    suspended: usize,
    suspended_bytes: u64,
    closing: bool,
}

struct Live {
    actor: ActorId,
    scope: Scope,
    run_id: Option<String>,
    /// Bytes of its snapshot while it is suspended.
    suspended: Option<u64>,
    /// An `exec` or `wait` for it is under way.
    busy: bool,
}

impl Core {
    pub fn new(options: RuntimeOptions, host: Arc<dyn Host>) -> Arc<Self> {
        Arc::new(Self {
            options,
            host,
            counters: Counters::default(),
            closed: AtomicBool::new(false),
            register: Mutex::default(),
        })
    }

    /// A cell was admitted to the pool for the `exec` with this ticket.
    pub fn began(&self, ticket: u64, actor: ActorId, scope: Scope) {
        let mut register = self.register.lock();
        register.live.insert(
            ticket,
            Live {
                actor,
                scope,
                run_id: None,
                suspended: None,
                busy: true,
            },
        );
        register.legs.insert(ticket, ticket);
    }

    /// The leg with this ticket is settled.
    pub fn leg_over(&self, ticket: u64) {
        self.register.lock().legs.remove(&ticket);
    }

    /// The cell that the `exec` or `wait` with this ticket is for.
    pub fn cell_of_leg(&self, ticket: u64) -> Option<u64> {
        self.register.lock().legs.get(&ticket).copied()
    }

    /// The actor of a live cell, by the ticket of its `exec`.
    pub fn actor_of(&self, cell: u64) -> Option<ActorId> {
        self.register.lock().live.get(&cell).map(|live| live.actor)
    }

    /// Counts a suspension in; `run_id` names the cell from now on.
    pub fn suspend(&self, cell: u64, run_id: &str, bytes: u64) -> Result<(), Failure> {
        let mut guard = self.register.lock();
        let register = &mut *guard;
        let over = register.suspended >= self.options.max_suspended_runs
            || register.suspended_bytes + bytes > self.options.max_suspended_bytes;
        if over {
            return Err(Failure::new(ErrorCode::InvalidInput, TOO_MANY_RUNS));
        }
        if let Some(live) = register.live.get_mut(&cell) {
            live.suspended = Some(bytes);
            live.busy = false;
            if live.run_id.is_none() {
                live.run_id = Some(run_id.to_owned());
                register.runs.insert(run_id.to_owned(), cell);
            }
            register.suspended += 1;
            register.suspended_bytes += bytes;
        }
        Ok(())
    }

    /// Admits a `wait`: who has to be resumed, or why not.
    pub fn resume(
        &self,
        run_id: &str,
        scope: &Scope,
        ticket: u64,
    ) -> Result<(u64, ActorId), Failure> {
        let mut guard = self.register.lock();
        let register = &mut *guard;
        let invalid = |message: &str| Failure::new(ErrorCode::InvalidInput, message);
        let Some(cell) = register.runs.get(run_id).copied() else {
            return Err(match register.gone.get(run_id) {
                Some(ErrorCode::Aborted) => Failure::new(ErrorCode::Aborted, ABORTED),
                Some(ErrorCode::SnapshotExpired) => {
                    Failure::new(ErrorCode::SnapshotExpired, UNAVAILABLE)
                }
                _ => invalid(UNAVAILABLE),
            });
        };
        let live = register
            .live
            .get_mut(&cell)
            .ok_or_else(|| invalid(UNAVAILABLE))?;
        live.scope.admits(scope).map_err(invalid)?;
        if live.busy {
            return Err(invalid("code mode run is already being resumed."));
        }
        live.busy = true;
        let actor = live.actor;
        if let Some(bytes) = live.suspended.take() {
            register.suspended -= 1;
            register.suspended_bytes -= bytes;
        }
        register.legs.insert(ticket, cell);
        Ok((cell, actor))
    }

    /// A cell is over; `why` is remembered for late callers of `wait`. True when it was the last one
    /// of a runtime that is closing.
    pub fn over(&self, cell: u64, why: Option<ErrorCode>) -> bool {
        let mut guard = self.register.lock();
        let register = &mut *guard;
        if let Some(live) = register.live.remove(&cell) {
            if let Some(bytes) = live.suspended {
                register.suspended -= 1;
                register.suspended_bytes -= bytes;
            }
            if let Some(run_id) = live.run_id {
                register.runs.remove(&run_id);
                if let Some(why) = why {
                    if register.gone_order.len() >= REMEMBERED
                        && let Some(oldest) = register.gone_order.pop_front()
                    {
                        register.gone.remove(&oldest);
                    }
                    register.gone_order.push_back(run_id.clone());
                    register.gone.insert(run_id, why);
                }
            }
        }
        register.closing && register.live.is_empty()
    }

    /// Actors of the cells that `fits` chooses by their scope.
    pub fn actors(&self, fits: impl Fn(&Scope) -> bool) -> Vec<ActorId> {
        let register = self.register.lock();
        register
            .live
            .values()
            .filter(|live| fits(&live.scope))
            .map(|live| live.actor)
            .collect()
    }

    /// Marks the runtime as closing; true when nothing of it is alive.
    pub fn close(&self) -> bool {
        self.closed.store(true, Relaxed);
        let mut register = self.register.lock();
        register.closing = true;
        register.live.is_empty()
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
    /// Counts a cell that ended with this code.
    pub fn failed(&self, code: ErrorCode) {
        let counter = match code {
            ErrorCode::Timeout => &self.timed_out,
            ErrorCode::Aborted => &self.aborted,
            ErrorCode::SnapshotExpired => &self.expired,
            _ => &self.failed,
        };
        counter.fetch_add(1, Relaxed);
    }
}
