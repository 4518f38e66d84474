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

use std::cell::RefCell;
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::core::{Core, Ending, Size};
use super::dispatch::{self, Bridge, MAX_REQUESTS, Open};
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
use crate::source;
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
    /// When the leg ends in `waiting` although there is time left (`inlineWaitMs`).
    patience: Option<Instant>,
    run_id: Option<String>,
    expires: Option<Instant>,
    ledger: Ledger,
    bridge: Bridge,
    /// News that the guest has not got yet, in order.
    news: Vec<Delivery>,
    timers: Vec<(Instant, u32)>,
    /// It was not in the guest yet.
    unborn: bool,
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
            .map(|patience| leg.began + patience);
        self.leg = Some(leg);
        self.expires = None;
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

    // ---- mail ----

    /// Sorts the mail; true when the cell was aborted.
    fn read(&mut self, mail: Vec<Mail>) -> bool {
        let mut aborted = false;
        for mail in mail {
            match mail {
                Mail::Start | Mail::Alarm => {}
                Mail::Answer { request, outcome } => self.answered(request, outcome),
                Mail::Resume { leg, timeout } => {
                    self.account.waits += 1;
                    self.announce("resumed", Details::default());
                    self.begin_leg(leg, timeout);
                    for open in self.bridge.close_yields() {
                        let reason = open.reason.unwrap_or_else(|| "null".into());
                        let text = format!(r#"{{"status":"yielded","reason":{reason}}}"#);
                        self.news.push(Delivery::Answer {
                            id: open.request,
                            ok: true,
                            text,
                        });
                    }
                }
                Mail::Abort => aborted = true,
                Mail::Hold(request) => {
                    if let Some(open) = self.bridge.get(request) {
                        open.holds += 1;
                        self.clock.hold(Instant::now());
                    }
                }
                Mail::Release(request) => {
                    let held = self.bridge.get(request).filter(|open| open.holds > 0);
                    if let Some(open) = held {
                        open.holds -= 1;
                        self.clock.release(Instant::now());
                    }
                }
            }
        }
        aborted
    }

    fn answered(&mut self, request: u32, outcome: Result<String, String>) {
        let Some(open) = self.bridge.close(request) else {
            return;
        };
        for _ in 0..open.holds {
            self.clock.release(Instant::now());
        }
        let record = open.record.and_then(|at| self.account.records.get_mut(at));
        if let Some(record) = record {
            record.state = if outcome.is_ok() {
                CallState::Completed
            } else {
                CallState::Failed
            };
        }
        let ok = outcome.is_ok();
        let text = match (outcome, open.kind) {
            (Ok(result), RequestKind::Call) => {
                let tool = self.request.catalog.catalog.compact_json(open.entry);
                format!(r#"{{"tool":{tool},"result":{result}}}"#)
            }
            (Ok(text) | Err(text), _) => text,
        };
        self.news.push(Delivery::Answer {
            id: request,
            ok,
            text,
        });
    }

    /// Timers that are due become news, earliest first.
    fn ring_timers(&mut self, now: Instant) {
        if self.timers.iter().any(|(at, _)| *at <= now) {
            let (mut due, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.timers)
                .into_iter()
                .partition(|(at, _)| *at <= now);
            self.timers = rest;
            self.ledger.timers = self.timers.len() as u32;
            due.sort_by_key(|(at, id)| (*at, *id));
            self.news
                .extend(due.into_iter().map(|(_, id)| Delivery::Timer(id)));
        }
    }

    // ---- guest time ----

    /// Gives the guest one slice; how it ended.
    fn slice(&mut self, slot: &mut Slot, seat: &Seat, work: Work<'_>) -> Verdict {
        if let Some(leg) = &self.leg {
            seat.expect(self.clock.compute_deadline(Instant::now()), leg.clone());
        }
        let world = CellWorld {
            view: &self.request.catalog,
            limits: &self.limits,
            scopes: &self.scopes,
        };
        let began = Instant::now();
        let ledger = &mut self.ledger;
        let verdict = seat.slice(|stop, epoch| slot.run(stop, epoch, &world, ledger, work));
        let took = began.elapsed();
        self.clock.spend(took);
        self.heap_bytes = slot.heap_bytes() as u64;
        self.account.guest += took;
        self.account.searches = self.ledger.searches;
        self.account.describes = self.ledger.describes;
        verdict
    }

    fn start(&mut self, slot: &mut Slot, seat: &Seat) -> Result<Verdict, Failure> {
        self.unborn = false;
        self.announce("started", Details::default());
        if let Some(leg) = &self.leg {
            seat.expect(self.clock.compute_deadline(Instant::now()), leg.clone());
        }
        let began = Instant::now();

        let prepared = source::prepare(&self.request.code, self.request.language);
        self.account.transform = began.elapsed();
        let (script, file) = wrap_program(&prepared?.body, self.request.language.file_name())?;
        slot.reset(self.limits.memory_limit_bytes);
        self.in_slot = true;
        let globals: Vec<(CString, u32)> = self.scopes.globals(world::SCOPE);
        Ok(self.slice(
            slot,
            seat,
            Work::Start {
                source: &script,
                file: &file,
                globals: &globals,
            },
        ))
    }

    /// Brings the guest into its slot if it is elsewhere.
    fn enter(&mut self, slot: &mut Slot) -> Result<(), Failure> {
        if self.in_slot {
            return Ok(());
        }
        let restored = match &self.saved {
            Some(saved) => slot.load(saved),
            None => Err("there is no saved state".into()),
        };
        restored.map_err(|why| {
            Failure::new(
                ErrorCode::SnapshotRestoreFailed,
                format!("code mode snapshot could not be restored: {why}"),
            )
        })?;
        self.account.restores += 1;
        self.core.counters.restores.fetch_add(1, Relaxed);
        self.in_slot = true;
        Ok(())
    }

    /// Everything that happens between the mail and the cell's next rest: `Ok(true)` when the cell's
    /// own code ended.
    fn advance(&mut self, slot: &mut Slot, seat: &Seat) -> Result<bool, Failure> {
        if self.unborn {
            if self.clock.is_over(Instant::now()) {
                return Err(self.timeout());
            }
            let verdict = self.start(slot, seat)?;
            if self.after_slice(seat, verdict)? {
                return Ok(true);
            }
        }
        loop {
            let now = Instant::now();
            // What comes at the last moment is for the next leg: the guest has no time left for it.
            if self.clock.is_over(now) {
                return Ok(false);
            }
            self.ring_timers(now);
            if self.news.is_empty() {
                return Ok(false);
            }
            self.enter(slot)?;
            self.saved = None;
            let news = std::mem::take(&mut self.news);
            let verdict = self.slice(slot, seat, Work::Deliver(&news));
            if self.after_slice(seat, verdict)? {
                return Ok(true);
            }
        }
    }

    /// Books what a slice brought and lets requests out.
    fn after_slice(&mut self, seat: &Seat, verdict: Verdict) -> Result<bool, Failure> {
        if seat.was_written_off() {
            // The host has been told; nothing that the guest asked for may go out any more.
            return Err(self.timeout());
        }
        match verdict {
            Verdict::Waiting => {}
            Verdict::Finished => return Ok(true),
            Verdict::Stopped => {
                let breach = self.ledger.breach;
                return Err(match breach {
                    Some(Breach::Output) => {
                        self.account.limit = Some("output");
                        Failure::new(
                            ErrorCode::OutputLimitExceeded,
                            "code mode output limit exceeded",
                        )
                    }
                    None if seat.unwanted() => {
                        Failure::new(ErrorCode::Aborted, super::core::ABORTED)
                    }
                    None => self.timeout(),
                });
            }
            Verdict::OutOfMemory => return Err(self.out_of_memory()),
            Verdict::Broken(message) => {
                return Err(Failure::new(
                    ErrorCode::InternalError,
                    format!("code mode engine failed: {message}"),
                ));
            }
        }
        let now = Instant::now();
        for id in std::mem::take(&mut self.ledger.timers_cleared) {
            self.timers.retain(|(_, timer)| *timer != id);
        }
        for (id, delay) in std::mem::take(&mut self.ledger.timers_set) {
            let delay = if delay.is_finite() {
                delay.clamp(0.0, f64::from(i32::MAX))
            } else {
                0.0
            };
            self.timers
                .push((now + Duration::from_micros((delay * 1000.0) as u64), id));
        }
        self.ledger.timers = self.timers.len() as u32;
        let requests = std::mem::take(&mut self.ledger.requests);
        let batch = self.bridge.take_in(requests);
        self.let_out(batch);
        Ok(false)
    }

    fn timeout(&mut self) -> Failure {
        self.account.limit = Some("timeout");
        Failure::new(ErrorCode::Timeout, TIMEOUT)
    }

    fn out_of_memory(&mut self) -> Failure {
        self.account.limit = Some("memory");
        Failure::new(ErrorCode::MemoryLimitExceeded, super::core::MEMORY_LIMIT)
    }

    // ---- the bridge ----

    fn let_out(&mut self, batch: Vec<Request>) {
        for request in batch {
            self.ledger.let_out(&request);
            if let Err(message) = self.let_one_out(&request) {
                let mut text = String::from(r#"{"message":"#);
                super::result::push_string(&mut text, &message);
                text.push('}');
                self.news.push(Delivery::Answer {
                    id: request.id,
                    ok: false,
                    text,
                });
            }
        }
    }

    fn let_one_out(&mut self, request: &Request) -> Result<(), String> {
        let mut open = Open {
            request: request.id,
            kind: request.kind,
            entry: 0,
            record: None,
            reason: None,
            holds: 0,
        };
        if request.kind == RequestKind::Yield {
            open.reason = request.payload.clone();
            self.bridge.open.push(open);
            return Ok(());
        }
        if request.id > MAX_REQUESTS {
            return Err(format!(
                "too many tool calls in one code mode run: at most {MAX_REQUESTS}."
            ));
        }
        let target = world::resolve(&self.request.catalog, &self.scopes, request)?;
        let catalog = &self.request.catalog.catalog;
        let entry = catalog.get(target.entry).ok_or("unknown tool")?;
        self.calls_made += 1;
        let tool_call_id = nested_tool_call_id(
            Some(&self.request.tool_call_id)
                .filter(|id| !id.is_empty())
                .map(String::as_str),
            &entry.name,
            self.calls_made,
        );
        self.account.calls += 1;
        self.core.counters.calls.fetch_add(1, Relaxed);
        if matches!(request.kind, RequestKind::Mcp | RequestKind::Namespace) {
            self.account.namespace_calls += 1;
        }
        if self.account.records.len() < MAX_RECORDS {
            open.record = Some(self.account.records.len());
            self.account.records.push(CallRecord {
                entry: target.entry,
                tool_call_id: tool_call_id.clone(),
                state: CallState::Pending,
            });
        }
        open.entry = target.entry;
        let call = NestedCall {
            call: dispatch::join_call(self.actor, request.id),
            cell: self.ticket,
            origin: entry.origin as u32,
            tool_call_id,
            input: target.input,
            namespace: target.namespace,
        };
        self.bridge.open.push(open);
        self.core.host.post(HostEvent::Call(call));
        Ok(())
    }

    // ---- ends ----

    fn draft(&mut self, leg: &Leg) -> Draft<'_> {
        self.account.total += leg.began.elapsed();
        let since = self.shown;
        self.shown = self.ledger.output.len();
        Draft {
            facts: &self.facts,
            account: &self.account,
            output: &self.ledger.output,
            shown_from: match self.core.options.output_delivery {
                OutputDelivery::Cumulative => 0,
                OutputDelivery::Incremental => since,
            },
            since,
        }
    }

    /// The cell is over.
    fn end(&mut self, how: Ending<'_>) -> Next {
        self.count_questions();
        let leg = self.leg.take();
        // When the supervisor claimed the leg before, it ends the cell as well.
        if leg.as_ref().is_none_or(|leg| leg.claim()) {
            let settled = leg.map(|leg| {
                let draft = self.draft(&leg);
                let result = match &how {
                    Ending::Completed(value) => draft.completed(value),
                    Ending::Failed(failure) => draft.failed(failure),
                };
                (leg.ticket, result)
            });
            self.core.end(self.ticket, how, settled);
        }
        Next {
            stay: Stay::Gone,
            alarm: None,
        }
    }

    fn count_questions(&self) {
        self.core
            .counters
            .searches
            .fetch_add(u64::from(self.ledger.searches), Relaxed);
        self.core
            .counters
            .describes
            .fetch_add(u64::from(self.ledger.describes), Relaxed);
    }

    fn fail(&mut self, failure: &Failure) -> Next {
        let mut failure = failure.clone();
        teach::explain(&mut failure, &self.request.code, &self.request.catalog);
        self.end(Ending::Failed(&failure))
    }

    /// The cell's own code ended.
    fn finished(&mut self) -> Next {
        match self.ledger.finish.take() {
            Some(Finish::Value(json)) => self.end(Ending::Completed(&json)),
            Some(Finish::Error(json)) => {
                let failure = failure_of(&json, self.ledger.starved);
                let failure = if failure.code == ErrorCode::MemoryLimitExceeded {
                    self.out_of_memory()
                } else {
                    failure
                };
                self.fail(&failure)
            }
            None => {
                let failure = Failure::new(
                    ErrorCode::InternalError,
                    "code mode run ended without a result",
                );
                self.fail(&failure)
            }
        }
    }

    // ---- rest ----

    /// The leg ends in `waiting`. `slot` is there when the cell is in it.
    fn park(&mut self, slot: Option<&mut Slot>, yielded: bool) -> Next {
        let limit = self.limits.max_snapshot_bytes as usize;
        if let (None, Some(slot)) = (&self.saved, slot) {
            self.saved = save(slot, limit);
        }
        let Some(bytes) = self.saved.as_ref().map(Difference::bytes) else {
            self.account.limit = Some("snapshot");
            let failure = Failure::new(
                ErrorCode::SnapshotLimitExceeded,
                super::core::SNAPSHOT_LIMIT,
            );
            return self.fail(&failure);
        };
        let run_id = match &self.run_id {
            Some(run_id) => run_id.clone(),
            None => format!("cm_{}", uuid::Uuid::new_v4()),
        };
        let size = Size {
            snapshot: bytes as u64,
            heap: self.heap_bytes,
        };
        if let Err(failure) = self.core.suspend(self.ticket, &run_id, size) {
            self.account.limit = Some("suspendedRuns");
            return self.fail(&failure);
        }
        self.run_id = Some(run_id.clone());
        self.account.snapshot_bytes = Some(bytes);
        self.account.saved_at = Some(lifecycle::now_ms());
        let Some(leg) = self.leg.take().filter(|leg| leg.claim()) else {
            // The supervisor settled it a moment ago, and ends the cell: nobody can name it.
            return Next {
                stay: Stay::Gone,
                alarm: None,
            };
        };
        self.core.counters.suspensions.fetch_add(1, Relaxed);
        let expires = Instant::now() + Duration::from_secs(self.limits.snapshot_ttl_seconds);
        self.expires = Some(expires);
        let reason = if yielded { "yield" } else { "pending_tools" };
        let pending = self.list_pending();
        let details = Details {
            reason: Some(reason),
            snapshot_bytes: Some(bytes),
            pending: Some(pending.len()),
            ..Details::default()
        };
        self.announce("waiting", details);
        let ticket = leg.ticket;
        let result = self.draft(&leg).waiting(&run_id, reason, &pending);
        self.core.host.post(HostEvent::Settled { ticket, result });
        let stay = if self.in_slot {
            Stay::Saved
        } else {
            Stay::Outside
        };
        Next {
            stay,
            alarm: Some(expires),
        }
    }

    /// Parked, with mail that can lie or time that is over.
    fn lie(&mut self) -> Next {
        let batch = self.bridge.next_batch();
        self.let_out(batch);
        if self.expires.is_some_and(|at| Instant::now() >= at) {
            let failure = Failure::new(ErrorCode::SnapshotExpired, super::core::UNAVAILABLE);
            if self.core.expire(self.ticket, &failure) {
                self.count_questions();
                return Next {
                    stay: Stay::Gone,
                    alarm: None,
                };
            }
            // A `wait` was admitted at the last moment; its mail is on the way.
            self.expires = None;
        }
        let stay = if self.in_slot {
            Stay::Saved
        } else {
            Stay::Outside
        };
        Next {
            stay,
            alarm: self.expires,
        }
    }

    fn list_pending(&self) -> Vec<(u32, &'static str, Option<String>)> {
        let catalog = &self.request.catalog.catalog;
        let name = |entry: u32| catalog.get(entry).map(|entry| entry.name.to_string());
        let mut pending: Vec<_> = self
            .bridge
            .open
            .iter()
            .map(|open| match open.kind {
                RequestKind::Call | RequestKind::CallValue => {
                    (open.request, "call", name(open.entry))
                }
                RequestKind::Mcp | RequestKind::Namespace => {
                    (open.request, "namespace", name(open.entry))
                }
                RequestKind::Yield => (open.request, "yield", None),
            })
            .chain(self.bridge.queued.iter().map(|request| {
                let entry = world::resolve(&self.request.catalog, &self.scopes, request)
                    .ok()
                    .map(|target| target.entry);
                let method = match request.kind {
                    RequestKind::Call | RequestKind::CallValue => "call",
                    _ => "namespace",
                };
                (request.id, method, entry.and_then(name))
            }))
            .collect();
        pending.sort_by_key(|(id, ..)| *id);
        pending
    }

    /// Rests with its leg open, until an answer, a timer or the deadline comes.
    fn go_on_waiting(&self) -> Next {
        let timer = self.timers.iter().map(|(at, _)| *at).min();
        let alarm = [
            self.clock.deadline(),
            self.patience.filter(|_| self.clock.deadline().is_some()),
            timer,
        ]
        .into_iter()
        .flatten()
        .min();
        let stay = if self.in_slot {
            Stay::InSlot
        } else {
            Stay::Outside
        };
        Next { stay, alarm }
    }

    fn is_impatient(&self, now: Instant) -> bool {
        self.clock.deadline().is_some() && self.patience.is_some_and(|at| now >= at)
    }

    /// What follows when the guest has nothing to do, or cannot be reached (`slot` is `None`).
    fn rest(&mut self, slot: Option<&mut Slot>) -> Next {
        let now = Instant::now();
        let (calls, yields) = self.bridge.pending();
        let over = self.clock.is_over(now);
        if over && self.unborn {
            let failure = self.timeout();
            return self.fail(&failure);
        }
        let reachable = slot.is_some() || self.saved.is_some();
        if reachable && !self.unborn && (yields || over || self.is_impatient(now)) {
            return self.park(slot, yields && !calls);
        }
        let mut next = self.go_on_waiting();
        if slot.is_none() && (self.unborn || over || !self.news.is_empty()) {
            // There is something to do that needs the slot.
            next.alarm = Some(now);
        }
        next
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
        let deadline = (self.leg.as_ref()).and_then(|_| self.clock.deadline());
        begins.or(match (deadline, self.patience) {
            (Some(deadline), Some(patience)) => Some(deadline.min(patience)),
            (deadline, _) => deadline,
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
            if self.news.is_empty() || self.clock.is_over(Instant::now()) {
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
