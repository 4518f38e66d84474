//! Threads that host guests, the slots they work on, and the supervisor that keeps them on time.
//!
//! Owns: which thread works for which actor, and when; slots and their tenants; the mailboxes;
//! alarms; the three steps by which a slice that is late is stopped, and what happens when even that
//! does not help. Does not own: what an actor does with its mail (`run`), or how a guest works inside
//! (`guest`).
//!
//! An *actor* is a cell. Whatever happens to it arrives as mail; one thread at a time works off its
//! mail. An actor is born in a slot and can be restored only there; it stays in the slot until the
//! slot is needed by another ("lazy eviction"). There are more slots than threads, and any thread
//! may work on any slot.
//!
//! The scheduler's lock is held for well under a microsecond at a time, never while guest code, a
//! transform or a callback runs. A thread whose activity takes longer than [`LONG_ACTIVITY`] no
//! longer counts as one of the pool's workers: another takes its place, so that a few greedy cells
//! cannot hold up the others. There can be a thread for each slot, so that one is always to be had for
//! an actor whose time is up or that is aborted, whatever the others do.

mod ending;
mod pool;
mod seat;
mod slots;
mod supervisor;

pub use ending::about_to_end;
pub use pool::{Pool, PoolOptions};
pub use seat::{Overdue, Seat};

use std::time::{Duration, Instant};

use crate::guest::Slot;

/// Names an actor for the life of the process. Below 2^33.
pub type ActorId = u64;

/// An activity that lasts longer than this no longer counts against the number of workers.
pub const LONG_ACTIVITY: Duration = Duration::from_millis(10);
/// How long after the deadline a slice is stopped by force.
pub const HARD_STOP_AFTER: Duration = Duration::from_millis(50);
/// How long after the deadline the host is told, whatever the thread is doing.
pub const WRITE_OFF_AFTER: Duration = Duration::from_millis(180);
/// How many threads may be written off before the pool refuses new work.
pub const MAX_WRITTEN_OFF: usize = 8;

/// What an actor needs to work off its mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The mail can lie.
    Nothing,
    /// A thread.
    Thread,
    /// A thread and the actor's slot.
    Slot,
}

/// What becomes of an actor after it worked off its mail.
pub struct Next {
    pub stay: Stay,
    /// When it is to get alarm mail, if nothing else comes before.
    pub alarm: Option<Instant>,
}

/// Where an actor's state is after it worked off its mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// In its slot, and nowhere else.
    InSlot,
    /// In its slot and saved: the slot may be given away without further work.
    Saved,
    /// Not in a slot.
    Outside,
    /// The actor is over.
    Gone,
}

/// An actor's slot for the time of one activity.
pub struct Berth<'a> {
    pub slot: &'a mut Slot,
    /// The actor's state is in there; otherwise the slot holds anything at all.
    pub holds: bool,
}

/// Something that works off mail on the pool's threads.
pub trait Actor: Send + Sized + 'static {
    type Mail: Send + 'static;

    /// What is needed for this mail. Called under the scheduler's lock: must be quick. It is asked
    /// again when more mail comes while the actor waits for its slot: what can be done without the slot
    /// is then done at once.
    fn need(&self, mail: &[Self::Mail]) -> Need;

    /// By when it must hear an alarm, even if it waits for a thread or its slot until then. Called
    /// under the scheduler's lock.
    fn deadline(&self, mail: &[Self::Mail]) -> Option<Instant>;

    /// Works off the mail. `berth` is there when `need` asked for the slot.
    fn act(&mut self, mail: Vec<Self::Mail>, berth: Option<Berth<'_>>, seat: &Seat) -> Next;

    /// Its slot is needed by another: save what is in there. False when that would be too large: it
    /// then stays where it is.
    fn stow(&mut self, slot: &mut Slot) -> bool;

    /// The mail that stands for an alarm.
    fn alarm() -> Self::Mail;

    /// No slot can be had for this actor, ever: it must end.
    fn refused(&mut self, why: &str);
}
