//! Slices of guest time: beginning, going on, and what a slice brought.

use super::*;

impl Cell {
    /// Tells the supervisor by when what begins now must be over, and whom to tell when it is not.
    fn be_expected(&self, seat: &Seat) {
        if let Some(leg) = &self.leg {
            seat.expect(self.clock.compute_deadline(Instant::now()), leg.clone());
        }
    }

    /// Gives the guest one slice; how it ended.
    pub(super) fn slice(&mut self, slot: &mut Slot, seat: &Seat, work: Work<'_>) -> Verdict {
        self.be_expected(seat);
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

    pub(super) fn start(&mut self, slot: &mut Slot, seat: &Seat) -> Result<Verdict, Failure> {
        self.unborn = false;
        self.announce("started", Details::default());
        self.be_expected(seat);
        let began = Instant::now();
        let prepared = source::prepare(&self.request.code, self.request.language);
        self.account.transform = began.elapsed();
        let program = prepared?;
        let (script, file) = wrap_program(&program.body, self.request.language.file_name())?;
        self.places = program.places;
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
    pub(super) fn enter(&mut self, slot: &mut Slot) -> Result<(), Failure> {
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
    pub(super) fn advance(&mut self, slot: &mut Slot, seat: &Seat) -> Result<bool, Failure> {
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
            if self.clock.is_at_its_end(now) {
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
    pub(super) fn after_slice(&mut self, seat: &Seat, verdict: Verdict) -> Result<bool, Failure> {
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
                        Failure::new(ErrorCode::Aborted, crate::run::core::ABORTED)
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

    pub(super) fn timeout(&mut self) -> Failure {
        self.account.limit = Some("timeout");
        Failure::new(ErrorCode::Timeout, TIMEOUT)
    }

    pub(super) fn out_of_memory(&mut self) -> Failure {
        self.account.limit = Some("memory");
        Failure::new(
            ErrorCode::MemoryLimitExceeded,
            crate::run::core::MEMORY_LIMIT,
        )
    }
}
