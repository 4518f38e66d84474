//! What a cell does when its guest has nothing to do: park, or go on waiting.

use super::*;

impl Cell {
    /// The leg ends in `waiting`. `slot` is there when the cell is in it.
    pub(super) fn park(&mut self, slot: Option<&mut Slot>, yielded: bool) -> Next {
        let limit = self.limits.max_snapshot_bytes as usize;
        if let (None, Some(slot)) = (&self.saved, slot) {
            self.saved = save(slot, limit);
        }
        let Some(bytes) = self.saved.as_ref().map(Difference::bytes) else {
            self.account.limit = Some("snapshot");
            let failure = Failure::new(
                ErrorCode::SnapshotLimitExceeded,
                crate::run::core::SNAPSHOT_LIMIT,
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
            if failure.code != ErrorCode::Aborted {
                self.account.limit = Some("suspendedRuns");
            }
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
    pub(super) fn lie(&mut self) -> Next {
        let batch = self.bridge.next_batch();
        self.let_out(batch);
        if self.expires.is_some_and(|at| Instant::now() >= at) {
            let failure = Failure::new(ErrorCode::SnapshotExpired, crate::run::core::UNAVAILABLE);
            let last_words = self.last_words(&failure);
            if self.core.expire(self.ticket, &failure, last_words) {
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

    pub(super) fn list_pending(&self) -> Vec<(u32, &'static str, Option<String>)> {
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
    pub(super) fn go_on_waiting(&self) -> Next {
        let timer = self.timers.iter().map(|(at, _)| *at).min();
        let alarm = [self.clock.deadline(), self.patience_ends(), timer]
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

    pub(super) fn is_impatient(&self, now: Instant) -> bool {
        self.patience_ends().is_some_and(|at| now >= at)
    }

    /// What follows when the guest has nothing to do, or cannot be reached (`slot` is `None`).
    pub(super) fn rest(&mut self, slot: Option<&mut Slot>) -> Next {
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
