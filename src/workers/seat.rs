//! What one worker thread is doing right now, as the supervisor sees it.
//!
//! Owns: the record of the current activity, its deadline and its stopping. Does not own: threads
//! (`pool`) or the clock that calls (`supervisor`).

#[cfg(model)]
mod model;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{ActorId, HARD_STOP_AFTER, LONG_ACTIVITY, WRITE_OFF_AFTER};
use crate::guest::stop::{StopBlock, next_epoch};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

/// How often a late slice is kicked.
const KICK_EVERY: Duration = Duration::from_millis(1);

/// Told, once, that an activity did not come back in time. Called without locks.
pub trait Overdue: Send + Sync {
    /// `aborted`: it had been told to stop before its deadline.
    fn overdue(&self, aborted: bool);
}

struct Activity {
    actor: ActorId,
    started: Instant,
    deadline: Option<Instant>,
    /// Set when the actor is to be stopped before its deadline (abort).
    unwanted: bool,
    /// It is no longer counted among the pool's workers.
    long: bool,
    on_overdue: Option<Arc<dyn Overdue>>,
}

/// One per worker thread.
pub struct Seat {
    pub(super) stop: StopBlock,
    activity: Mutex<Option<Activity>>,
    /// The slice that runs inside the activity, 0 between slices.
    epoch: AtomicU64,
    /// The current activity was given up; its outcome is dropped when it comes back.
    written_off: AtomicBool,
}

/// What the supervisor found at a seat.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sighting {
    /// Something is being done.
    pub busy: bool,
    /// It has just become long: its place in the pool is free.
    pub became_long: bool,
    /// It has just been written off.
    pub written_off: bool,
    /// When to look again.
    pub look_again: Option<Instant>,
}

impl Seat {
    pub(super) fn new(stop: StopBlock) -> Self {
        Self {
            stop,
            activity: Mutex::new(None),
            epoch: AtomicU64::new(0),
            written_off: AtomicBool::new(false),
        }
    }

    pub(super) fn begin(&self, actor: ActorId) {
        *self.activity.lock() = Some(Activity {
            actor,
            started: Instant::now(),
            deadline: None,
            unwanted: false,
            long: false,
            on_overdue: None,
        });
    }

    /// Ends the activity: whether it had become long, and whether it was written off.
    pub(super) fn end(&self) -> (bool, bool) {
        let long = self
            .activity
            .lock()
            .take()
            .is_some_and(|activity| activity.long);
        (long, self.written_off.swap(false, SeqCst))
    }

    /// The activity must be over by `deadline`; when it is not, `on_overdue` is told.
    pub fn expect(&self, deadline: Instant, on_overdue: Arc<dyn Overdue>) {
        if let Some(activity) = &mut *self.activity.lock() {
            // An abort came first: a later slice must not win back the time that it took away.
            let before = activity.deadline.filter(|_| activity.unwanted);
            activity.deadline = Some(before.map_or(deadline, |before| before.min(deadline)));
            activity.on_overdue = Some(on_overdue);
        }
    }

    /// Whether the current activity was told to stop by an abort.
    pub fn unwanted(&self) -> bool {
        self.activity
            .lock()
            .as_ref()
            .is_some_and(|activity| activity.unwanted)
    }

    /// Whether the host was told without waiting for this activity.
    pub fn was_written_off(&self) -> bool {
        self.written_off.load(SeqCst)
    }

    /// Runs one slice of guest time under the supervisor's eyes.
    pub fn slice<R>(&self, run: impl FnOnce(StopBlock, u64) -> R) -> R {
        let epoch = next_epoch();
        self.epoch.store(epoch, SeqCst);
        // An abort that came between two slices finds no epoch to stop: look once more.
        if self.unwanted() {
            self.stop.soft(epoch);
        }
        let result = run(self.stop, epoch);
        self.epoch.store(0, SeqCst);
        result
    }

    /// Stops what is being done for `actor`; false when this seat does not work for it.
    pub(super) fn interrupt(&self, actor: ActorId) -> bool {
        let mut guard = self.activity.lock();
        let Some(activity) = guard.as_mut().filter(|activity| activity.actor == actor) else {
            return false;
        };
        activity.unwanted = true;
        let now = Instant::now();
        activity.deadline = Some(activity.deadline.map_or(now, |deadline| deadline.min(now)));
        let epoch = self.epoch.load(SeqCst);
        if epoch != 0 {
            self.stop.soft(epoch);
        }
        true
    }

    /// The supervisor's look: stops what is late.
    pub(super) fn inspect(&self, now: Instant) -> Sighting {
        let mut sighting = Sighting::default();
        let mut told = None;
        {
            let mut guard = self.activity.lock();
            let Some(activity) = guard.as_mut() else {
                return sighting;
            };
            sighting.busy = true;
            if !activity.long {
                let long_from = activity.started + LONG_ACTIVITY;
                if now >= long_from {
                    activity.long = true;
                    sighting.became_long = true;
                } else {
                    sighting.look_again = Some(long_from);
                }
            }
            if let Some(deadline) = activity.deadline {
                let epoch = self.epoch.load(SeqCst);
                let next = if now < deadline {
                    deadline
                } else if now < deadline + HARD_STOP_AFTER {
                    if epoch != 0 {
                        self.stop.soft(epoch);
                    }
                    // A kick can be lost against the engine's own counting: repeat it.
                    now + KICK_EVERY
                } else {
                    if epoch != 0 {
                        self.stop.hard(epoch);
                    }
                    if now >= deadline + WRITE_OFF_AFTER
                        && let Some(overdue) = activity.on_overdue.take()
                    {
                        self.written_off.store(true, SeqCst);
                        sighting.written_off = true;
                        told = Some((overdue, activity.unwanted));
                    }
                    now + KICK_EVERY
                };
                sighting.look_again = Some(sighting.look_again.map_or(next, |t| t.min(next)));
            }
        }
        if let Some((overdue, aborted)) = told {
            overdue.overdue(aborted);
        }
        sighting
    }
}
