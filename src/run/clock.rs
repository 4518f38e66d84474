//! The clock of one `exec` or `wait`, which approvals can stop.
//!
//! Owns: what is left of the time. Monotonic: setting the system's clock changes nothing.

use std::time::{Duration, Instant};

/// What comes this short before the deadline is for the next leg. (The shortest `timeoutMs` is 100.)
const LAST_MOMENT: Duration = Duration::from_millis(5);

/// A deadline that can be held.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    deadline: Instant,
    holds: u32,
    /// What was left when the first hold began.
    left: Duration,
}

impl Clock {
    /// A clock that began at `began` and is held `holds` times from the start.
    pub fn start(began: Instant, time: Duration, holds: u32) -> Self {
        Self {
            deadline: began + time,
            holds,
            left: time,
        }
    }

    /// When time is up; `None` while it is held.
    pub fn deadline(&self) -> Option<Instant> {
        (self.holds == 0).then_some(self.deadline)
    }

    /// When guest code that starts now must be done: held time does not give it more, and what it
    /// uses while the clock is held is to be [`spent`](Self::spend).
    pub fn compute_deadline(&self, now: Instant) -> Instant {
        if self.holds == 0 {
            self.deadline
        } else {
            now + self.left
        }
    }

    /// Guest code ran for that long. It counts also while the clock is held.
    pub fn spend(&mut self, time: Duration) {
        if self.holds > 0 {
            self.left = self.left.saturating_sub(time);
        }
    }

    pub fn is_over(&self, now: Instant) -> bool {
        self.deadline().is_some_and(|deadline| now >= deadline)
    }

    /// Too little is left to begin something in the guest: a thread may not even be given a turn in this time, and
    /// the guest would be stopped for what is not its fault.
    pub fn is_at_its_end(&self, now: Instant) -> bool {
        self.deadline()
            .is_some_and(|deadline| now + LAST_MOMENT >= deadline)
    }

    /// Takes one hold.
    pub fn hold(&mut self, now: Instant) {
        if self.holds == 0 {
            self.left = self.deadline.saturating_duration_since(now);
        }
        self.holds += 1;
    }

    pub fn release(&mut self, now: Instant) {
        match self.holds {
            0 => {}
            1 => {
                self.holds = 0;
                self.deadline = now + self.left;
            }
            _ => self.holds -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_hold_gives_back_exactly_what_was_left() {
        let now = Instant::now();
        let mut clock = Clock::start(now, 3 * SECOND, 0);
        clock.hold(now + SECOND);
        clock.hold(now + SECOND);
        assert_eq!(clock.deadline(), None);
        clock.release(now + 50 * SECOND);
        assert_eq!(
            clock.deadline(),
            None,
            "one of two overlapping holds is still there"
        );
        clock.release(now + 60 * SECOND);
        assert_eq!(clock.deadline(), Some(now + 62 * SECOND));
    }

    #[test]
    fn the_last_moment_comes_before_the_end() {
        let now = Instant::now();
        let clock = Clock::start(now, SECOND, 0);
        assert!(!clock.is_at_its_end(now + SECOND - 2 * LAST_MOMENT));
        assert!(clock.is_at_its_end(now + SECOND - LAST_MOMENT / 2));
        assert!(!clock.is_over(now + SECOND - LAST_MOMENT / 2));
    }

    #[test]
    fn a_release_without_hold_changes_nothing() {
        let now = Instant::now();
        let mut clock = Clock::start(now, SECOND, 0);
        clock.release(now);
        assert_eq!(clock.deadline(), Some(now + SECOND));
        assert!(clock.is_over(now + SECOND));
    }

    #[test]
    fn guest_time_during_a_hold_is_not_given_back() {
        let now = Instant::now();
        let mut clock = Clock::start(now, 3 * SECOND, 1);
        clock.spend(SECOND);
        assert_eq!(clock.compute_deadline(now), now + 2 * SECOND);
        clock.release(now + 9 * SECOND);
        assert_eq!(clock.deadline(), Some(now + 11 * SECOND));
    }
}
