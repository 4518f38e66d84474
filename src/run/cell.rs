//! One cell: an actor that works off its mail.
//!
//! Owns: the cell's state and the order of things: what has settled goes into the guest, what the
//! guest asks for goes out, then the cell settles, is parked, or goes on waiting. Runs on pool
//! threads, one at a time.
//!
//! ```text
//! exec -> running -> (waiting -> running)* -> completed | failed | expired | aborted
//! ```
//!
//! A cell has a *leg* while an `exec` or `wait` for it is in flight. Without one it is parked: its
//! calls go on, their answers lie in the mailbox, and the guest does not run.

mod bridge;
mod ends;
mod guest_time;
mod mail;
mod rest;

use std::cell::RefCell;
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::core::{Core, Ending, Size};
use super::dispatch::{self, Bridge, Open};
use super::host::{HostEvent, NestedCall};
use super::leg::Leg;
use super::lifecycle::{self, Details};
use super::result::{Account, CallRecord, CallState, Draft, Facts, MAX_RECORDS, TIMEOUT};
use super::world::{self, CellWorld};
use super::{CellScopes, ExecRequest, OutputDelivery, teach};
use crate::catalog::nested_tool_call_id;
use crate::config::Limits;
use crate::error::{ErrorCode, Failure};
use crate::guest::{
    Breach, Delivery, Difference, Finish, Ledger, Request, RequestKind, Slot, Verdict, Work,
    failure_of, wrap_program,
};
use crate::source::{self, Places};
use crate::workers::{Actor, ActorId, Berth, Need, Next, Seat, Stay};

/// What can happen to a cell.
pub enum Mail {
    /// Begin.
    Start,
    /// A nested call is done: JSON text of the result, or of `{message, code?}`.
    Answer {
        request: u32,
        outcome: Result<String, String>,
    },
    /// Time for something: the cell knows for what.
    Alarm,
    /// A `wait` was admitted.
    Resume {
        leg: Arc<Leg>,
        timeout: Duration,
    },
    /// The run, the session, the signal or the runtime is gone.
    Abort,
    /// The tool of that request stops the clock, and lets it go on.
    Hold(u32),
    Release(u32),
}

/// What a cell is made of.
pub struct Origin {
    pub actor: ActorId,
    pub request: ExecRequest,
    pub facts: Arc<Facts>,
}

/// Scratch memory for snapshots that a thread keeps: growing one anew for each would leave the heap in
/// pieces between those that stay.
const KEPT_SCRATCH_BYTES: usize = 1 << 20;

fn save(slot: &Slot, limit: usize) -> Option<Difference> {
    thread_local! {
        static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    SCRATCH.with_borrow_mut(|scratch| {
        let saved = slot.save(limit, scratch);
        if scratch.capacity() > KEPT_SCRATCH_BYTES {
            *scratch = Vec::new();
        }
        saved
    })
}

/// See the module.
pub struct Cell {
    actor: ActorId,
    /// Ticket of the `exec`: the host's name for this cell.
    ticket: u64,
    request: ExecRequest,
    limits: Limits,
    scopes: CellScopes,
    core: Arc<Core>,
    facts: Arc<Facts>,
    leg: Option<Arc<Leg>>,
    clock: Clock,
    /// The leg ends in `waiting` that long before its deadline (`inlineWaitMs`). Measured from the
    /// deadline, so that a hold moves both.
    patience: Option<Duration>,
    run_id: Option<String>,
    expires: Option<Instant>,
    ledger: Ledger,
    bridge: Bridge,
    /// News that the guest has not got yet, in order.
    news: Vec<Delivery>,
    timers: Vec<(Instant, u32)>,
    /// It was not in the guest yet.
    unborn: bool,
    /// From positions of the program to those of the cell's text.
    places: Places,
    saved: Option<Difference>,
    /// What its heap took after its last slice.
    heap_bytes: u64,
    in_slot: bool,
    account: Account,
    /// Output items that an earlier result has shown.
    shown: usize,
    calls_made: u64,
}

impl Cell {
    pub fn new(origin: Origin, core: Arc<Core>, leg: Arc<Leg>) -> Self {
        let Origin {
            actor,
            mut request,
            facts,
        } = origin;
        let scopes = request.namespaces.take().unwrap_or_default();
        let limits = request.config.limits;
        let overflow = core.options.pending_overflow;
        let admitted = Bridge::admitted(limits.max_pending_tool_calls, overflow);
        let mut cell = Self {
            actor,
            ticket: request.ticket,
            limits,
            scopes,
            clock: Clock::start(leg.began, Duration::ZERO, 0),
            patience: None,
            run_id: None,
            expires: None,
            ledger: Ledger::new(admitted, limits.max_output_bytes as usize),
            bridge: Bridge::new(limits.max_pending_tool_calls, overflow),
            news: Vec::new(),
            timers: Vec::new(),
            unborn: true,
            places: Places::default(),
            saved: None,
            heap_bytes: 0,
            in_slot: false,
            account: Account::default(),
            shown: 0,
            calls_made: 0,
            request,
            core,
            facts,
            leg: None,
        };
        cell.begin_leg(leg, Duration::from_millis(limits.timeout_ms));
        cell
    }

    fn begin_leg(&mut self, leg: Arc<Leg>, time: Duration) {
        self.clock = Clock::start(leg.began, time, self.bridge.holds());
        self.patience = (self.core.options.inline_wait_ms)
            .map(Duration::from_millis)
            .filter(|patience| *patience < time)
            .map(|patience| time - patience);
        self.leg = Some(leg);
        self.expires = None;
    }

    /// When the cell is parked although there is time left; `None` while the clock is held.
    fn patience_ends(&self) -> Option<Instant> {
        self.clock.deadline()?.checked_sub(self.patience?)
    }

    fn announce<'a>(&'a self, transition: &str, mut details: Details<'a>) {
        details.run_id = self.run_id.as_deref();
        lifecycle::announce(
            &self.core,
            transition,
            self.ticket,
            &self.facts.tool_call_id,
            details,
        );
    }
}

impl Actor for Cell {
    type Mail = Mail;

    fn need(&self, mail: &[Mail]) -> Need {
        let (mut begins, mut rings) = (None, false);
        let mut works = self.unborn || !self.news.is_empty();
        let mut answers = false;
        for mail in mail {
            match mail {
                Mail::Abort => return Need::Thread,
                Mail::Start => works = true,
                Mail::Resume { leg, timeout } => begins = Some(leg.began + *timeout),
                Mail::Answer { .. } => answers = true,
                Mail::Alarm => rings = true,
                Mail::Hold(_) | Mail::Release(_) => {}
            }
        }
        if self.leg.is_none() && begins.is_none() {
            // Parked: answers lie until `wait` comes. Reasons to act are expiry, and calls that wait for
            // an answer to go out.
            let calls_wait = answers && !self.bridge.queued.is_empty();
            return if rings || calls_wait {
                Need::Thread
            } else {
                Need::Nothing
            };
        }
        // When the time is over there is nothing more to do in the guest: a cell whose state is saved
        // (or that has none yet) can end its leg without its slot.
        if rings && (self.unborn || self.saved.is_some()) {
            let now = Instant::now();
            let over = match begins {
                Some(deadline) => self.bridge.holds() == 0 && now >= deadline,
                None => self.clock.is_over(now) || (!self.unborn && self.is_impatient(now)),
            };
            if over {
                return Need::Thread;
            }
        }
        if works || rings || answers || begins.is_some() {
            Need::Slot
        } else {
            Need::Thread
        }
    }

    fn deadline(&self, mail: &[Mail]) -> Option<Instant> {
        let begins = mail.iter().find_map(|mail| match mail {
            Mail::Resume { leg, timeout } => Some(leg.began + *timeout),
            _ => None,
        });
        begins.or_else(|| {
            self.leg.as_ref()?;
            self.patience_ends().or_else(|| self.clock.deadline())
        })
    }

    fn act(&mut self, mail: Vec<Mail>, berth: Option<Berth<'_>>, seat: &Seat) -> Next {
        if self.read(mail) {
            return self.fail(&Failure::new(ErrorCode::Aborted, super::core::ABORTED));
        }
        if self.leg.is_none() {
            return self.lie();
        }
        let Some(Berth { slot, holds }) = berth else {
            return self.rest(None);
        };
        self.in_slot = holds;
        loop {
            match self.advance(slot, seat) {
                Err(failure) => return self.fail(&failure),
                Ok(true) => return self.finished(),
                Ok(false) => {}
            }
            // Continuations have run: now calls that waited their turn may go.
            let batch = self.bridge.next_batch();
            self.let_out(batch);
            if self.news.is_empty() || self.clock.is_at_its_end(Instant::now()) {
                let slot = Some(slot).filter(|_| self.in_slot);
                return self.rest(slot);
            }
        }
    }

    fn stow(&mut self, slot: &mut Slot) -> bool {
        if self.in_slot {
            if self.saved.is_none() {
                let limit = self.limits.max_snapshot_bytes as usize;
                self.saved = save(slot, limit);
            }
            self.in_slot = self.saved.is_none();
        }
        !self.in_slot
    }

    fn alarm() -> Mail {
        Mail::Alarm
    }

    fn refused(&mut self, why: &str) {
        let message = format!("code mode runtime is unavailable: {why}");
        let _ = self.fail(&Failure::new(ErrorCode::RuntimeUnavailable, message));
    }
}
