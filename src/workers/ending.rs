//! Threads that will be free in a moment.
//!
//! Owns: how many there are. A host that got a cell's result often brings the next cell at once, while
//! the thread still tidies up. That thread, with its warm slot, is a better home for it than another
//! that has to be woken.

use std::cell::Cell;

use crate::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use crate::sync::{local, process};

process! {
    static ENDING: AtomicUsize = AtomicUsize::new(0);
}

local! {
    static HERE: Cell<bool> = Cell::new(false);
}

/// Called by an actor on its thread, before it says its last word: the thread looks for work next.
pub fn about_to_end() {
    if !HERE.with(|here| here.replace(true)) {
        ENDING.fetch_add(1, SeqCst);
    }
}

/// The thread looks for work now. Called under the scheduler's lock, so that nothing that was left for
/// this thread is overlooked.
pub(super) fn ended() {
    if HERE.with(|here| here.replace(false)) {
        ENDING.fetch_sub(1, SeqCst);
    }
}

/// How many threads are about to look for work.
pub(super) fn count() -> usize {
    ENDING.load(SeqCst)
}
