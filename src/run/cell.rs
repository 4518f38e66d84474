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
use super::core::Core;
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
    /// A `wait` with this ticket was admitted.
    Resume {
        ticket: u64,
        timeout: Duration,
    },
    /// The run, the session, the signal or the runtime is gone.
    Abort,
    /// The host stops the clock, and lets it go on.
    Hold,
    Release,
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
    saved: Option<Difference>,
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
            clock: Clock::start(leg.began, Duration::ZERO),
            patience: None,
            run_id: None,
            expires: None,
            ledger: Ledger::new(admitted, limits.max_output_bytes as usize),
            bridge: Bridge::new(limits.max_pending_tool_calls, overflow),
            news: Vec::new(),
            timers: Vec::new(),
            saved: None,
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
        self.clock = Clock::start(leg.began, time);
        self.patience = self
            .core
            .options
            .inline_wait_ms
            .map(|ms| leg.began + Duration::from_millis(ms))
            .filter(|at| Some(*at) < self.clock.deadline());
        self.leg = Some(leg);
        self.expires = None;
    }

    fn announce<'a>(&'a self, transition: &str, mut details: Details<'a>) {
        details.run_id = self.run_id.as_deref();
        lifecycle::announce(
            &self.core,
            transition,
            self.ticket,
            &self.request.tool_call_id,
            details,
        );
    }

    // ---- mail ----

    /// Sorts the mail; true when the cell was aborted.
    fn read(&mut self, mail: Vec<Mail>) -> (bool, bool) {
        let (mut start, mut aborted) = (false, false);
        for mail in mail {
            match mail {
                Mail::Start => start = true,
                Mail::Answer { request, outcome } => self.answered(request, outcome),
                Mail::Alarm => {}
                Mail::Resume { ticket, timeout } => {
                    self.account.waits += 1;
                    self.announce("resumed", Details::default());
                    let leg = Leg::new(ticket, self.ticket, self.core.clone(), self.facts.clone());
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
                Mail::Hold => self.clock.hold(Instant::now()),
                Mail::Release => self.clock.release(Instant::now()),
            }
        }
        (start, aborted)
    }

    fn answered(&mut self, request: u32, outcome: Result<String, String>) {
        let Some(open) = self.bridge.close(request) else {
            return;
        };
        self.ledger.in_flight = self.ledger.in_flight.saturating_sub(1);
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
        self.account.guest += began.elapsed();
        self.account.searches = self.ledger.searches;
        self.account.describes = self.ledger.describes;
        verdict
    }

    fn start(&mut self, slot: &mut Slot, seat: &Seat) -> Result<Verdict, Failure> {
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
    fn advance(&mut self, start: bool, slot: &mut Slot, seat: &Seat) -> Result<bool, Failure> {
        if start {
            let verdict = self.start(slot, seat)?;
            if self.after_slice(slot, seat, verdict)? {
                return Ok(true);
            }
        }
        loop {
            self.ring_timers(Instant::now());
            if self.news.is_empty() {
                return Ok(false);
            }
            self.enter(slot)?;
            self.saved = None;
            let news = std::mem::take(&mut self.news);
            for delivery in &news {
                match delivery {
                    Delivery::Answer { .. } => {}
                    Delivery::Timer(_) => self.ledger.timers = self.ledger.timers.saturating_sub(1),
                }
            }
            let verdict = self.slice(slot, seat, Work::Deliver(&news));
            if self.after_slice(slot, seat, verdict)? {
                return Ok(true);
            }
        }
    }

    /// Books what a slice brought and lets requests out.
    fn after_slice(
        &mut self,
        slot: &mut Slot,
        seat: &Seat,
        verdict: Verdict,
    ) -> Result<bool, Failure> {
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
                    None => {
                        self.account.limit = Some("timeout");
                        Failure::new(ErrorCode::Timeout, TIMEOUT)
                    }
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
        let _ = slot;
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
        let requests = std::mem::take(&mut self.ledger.requests);
        let batch = self.bridge.take_in(requests);
        self.let_out(batch);
        Ok(false)
    }

    fn out_of_memory(&mut self) -> Failure {
        self.account.limit = Some("memory");
        Failure::new(
            ErrorCode::MemoryLimitExceeded,
            "code mode memory limit exceeded",
        )
    }

    // ---- the bridge ----

    fn let_out(&mut self, batch: Vec<Request>) {
        for request in batch {
            if let Err(message) = self.let_one_out(&request) {
                self.ledger.in_flight = self.ledger.in_flight.saturating_sub(1);
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

    fn draft(&mut self, now: Instant) -> Draft<'_> {
        if let Some(leg) = &self.leg {
            self.account.total += now.saturating_duration_since(leg.began);
        }
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

    /// Settles the leg and keeps the cell; false when the supervisor was first.
    fn settle(&mut self, make: impl FnOnce(Draft<'_>) -> String) -> bool {
        let result = make(self.draft(Instant::now()));
        let Some(leg) = self.leg.take() else {
            return true;
        };
        self.core.leg_over(leg.ticket);
        if !leg.claim() {
            return false;
        }
        let ticket = leg.ticket;
        self.core.host.post(HostEvent::Settled { ticket, result });
        true
    }

    /// The cell is over: the register is told first, so that whoever hears of the end finds it there.
    /// `code` is `None` for success.
    fn end(&mut self, code: Option<ErrorCode>, make: impl FnOnce(Draft<'_>) -> String) -> Next {
        let result = make(self.draft(Instant::now()));
        self.count_questions();
        let remembered =
            code.filter(|code| matches!(code, ErrorCode::Aborted | ErrorCode::SnapshotExpired));
        let transition = match code {
            None => "completed",
            Some(ErrorCode::Aborted) => "aborted",
            Some(ErrorCode::SnapshotExpired) => "expired",
            Some(_) => "failed",
        };
        let details = Details {
            code: code.map(ErrorCode::as_str),
            ..Details::default()
        };
        self.announce(transition, details);
        let leg = self.leg.take();
        if let Some(leg) = &leg {
            self.core.leg_over(leg.ticket);
        }
        let last = self.core.over(self.ticket, remembered);
        // When the supervisor was first, it has counted and told the host already.
        if leg.as_ref().is_none_or(|leg| leg.claim()) {
            match code {
                None => {
                    self.core.counters.completed.fetch_add(1, Relaxed);
                }
                Some(code) => self.core.counters.failed(code),
            }
            if let Some(leg) = leg {
                let ticket = leg.ticket;
                self.core.host.post(HostEvent::Settled { ticket, result });
            }
            self.core.host.post(HostEvent::Ended { cell: self.ticket });
        }
        if last {
            self.core.host.post(HostEvent::Closed);
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

    fn complete(&mut self, value: &str) -> Next {
        self.end(None, |draft| draft.completed(value))
    }

    fn fail(&mut self, failure: &Failure) -> Next {
        let mut failure = failure.clone();
        teach::explain(&mut failure, &self.request.code, &self.request.catalog);
        self.end(Some(failure.code), |draft| draft.failed(&failure))
    }

    /// The cell's own code ended.
    fn finished(&mut self) -> Next {
        match self.ledger.finish.take() {
            Some(Finish::Value(json)) => self.complete(&json),
            Some(Finish::Error(json)) => {
                let failure = failure_of(&json);
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

    /// The leg ends in `waiting`.
    fn park(&mut self, slot: Option<&mut Slot>, yielded: bool) -> Next {
        let limit = self.limits.max_snapshot_bytes as usize;
        if self.in_slot
            && let Some(slot) = slot
        {
            self.saved = save(slot, limit);
        }
        let Some(bytes) = self
            .saved
            .as_ref()
            .map(Difference::bytes)
            .filter(|bytes| *bytes <= limit)
        else {
            self.account.limit = Some("snapshot");
            let failure = Failure::new(
                ErrorCode::SnapshotLimitExceeded,
                "code mode snapshot limit exceeded",
            );
            return self.fail(&failure);
        };
        let run_id = match &self.run_id {
            Some(run_id) => run_id.clone(),
            None => format!("cm_{}", uuid::Uuid::new_v4()),
        };
        if let Err(failure) = self.core.suspend(self.ticket, &run_id, bytes as u64) {
            return self.fail(&failure);
        }
        self.run_id = Some(run_id.clone());
        self.core.counters.suspensions.fetch_add(1, Relaxed);
        self.account.snapshot_bytes = Some(bytes);
        self.account.saved_at = Some(lifecycle::now_ms());
        let reason = if yielded { "yield" } else { "pending_tools" };
        let pending = self.list_pending();
        let details = Details {
            reason: Some(reason),
            snapshot_bytes: Some(bytes),
            pending: Some(pending.len()),
            ..Details::default()
        };
        self.announce("waiting", details);
        if !self.settle(|draft| draft.waiting(&run_id, reason, &pending)) {
            return self.written_off();
        }
        let expires = Instant::now() + Duration::from_secs(self.limits.snapshot_ttl_seconds);
        self.expires = Some(expires);
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

    /// The supervisor settled the leg while the cell was about to be parked: nobody can name it.
    fn written_off(&mut self) -> Next {
        if self.core.over(self.ticket, None) {
            self.core.host.post(HostEvent::Closed);
        }
        Next {
            stay: Stay::Gone,
            alarm: None,
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

    fn must_park(&self, now: Instant) -> bool {
        let (_, yields) = self.bridge.pending();
        let impatient =
            self.clock.deadline().is_some() && self.patience.is_some_and(|at| now >= at);
        yields || self.clock.is_over(now) || impatient
    }

    /// What follows when the guest has nothing to do.
    fn rest(&mut self, slot: Option<&mut Slot>) -> Next {
        let now = Instant::now();
        if self.must_park(now) {
            let (calls, yields) = self.bridge.pending();
            return self.park(slot, yields && !calls);
        }
        self.go_on_waiting()
    }
}

impl Actor for Cell {
    type Mail = Mail;

    fn need(&self, mail: &[Mail]) -> Need {
        let has = |wanted: fn(&Mail) -> bool| mail.iter().any(wanted);
        if has(|mail| matches!(mail, Mail::Abort)) {
            return Need::Thread;
        }
        let begins = has(|mail| matches!(mail, Mail::Start | Mail::Resume { .. }));
        if self.leg.is_none() && !begins {
            // Parked: answers lie until `wait` comes; only expiry is a reason to act.
            return if has(|mail| matches!(mail, Mail::Alarm)) {
                Need::Thread
            } else {
                Need::Nothing
            };
        }
        let only_clock = mail
            .iter()
            .all(|mail| matches!(mail, Mail::Hold | Mail::Release));
        if only_clock { Need::Thread } else { Need::Slot }
    }

    fn act(&mut self, mail: Vec<Mail>, berth: Option<Berth<'_>>, seat: &Seat) -> Next {
        let (start, aborted) = self.read(mail);
        if aborted {
            return self.fail(&Failure::new(ErrorCode::Aborted, super::core::ABORTED));
        }
        let now = Instant::now();
        if self.leg.is_none() {
            if self.expires.is_some_and(|at| now >= at) {
                return self.fail(&Failure::new(
                    ErrorCode::SnapshotExpired,
                    super::core::UNAVAILABLE,
                ));
            }
            let stay = if self.in_slot {
                Stay::Saved
            } else {
                Stay::Outside
            };
            return Next {
                stay,
                alarm: self.expires,
            };
        }
        let Some(Berth { slot, holds }) = berth else {
            return self.go_on_waiting();
        };
        self.in_slot = holds;
        let mut start = start;
        loop {
            match self.advance(std::mem::take(&mut start), slot, seat) {
                Err(failure) => return self.fail(&failure),
                Ok(true) => return self.finished(),
                Ok(false) => {}
            }
            // Continuations have run: now calls that waited their turn may go.
            let batch = self.bridge.next_batch();
            self.let_out(batch);
            if self.news.is_empty() {
                return self.rest(Some(slot));
            }
        }
    }

    fn stow(&mut self, slot: &mut Slot) {
        if self.in_slot {
            if self.saved.is_none() {
                self.saved = save(slot, usize::MAX);
            }
            self.in_slot = false;
        }
    }

    fn alarm() -> Mail {
        Mail::Alarm
    }

    fn refused(&mut self, why: &str) {
        let message = format!("code mode runtime is unavailable: {why}");
        let _ = self.fail(&Failure::new(ErrorCode::RuntimeUnavailable, message));
    }
}
