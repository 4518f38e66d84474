//! Where no signal can end a slice (Windows, other processors): `soft` sets the flag that the interrupt handler
//! reads, and `hard` can do no more than that. Called from `stop` only.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use super::request::Request;
use super::{Installed, Slice, StopStats};

/// As many as there are entries in the native table.
const BLOCKS: usize = 256;

struct Entry {
    claimed: AtomicBool,
    request: Request,
}

static TABLE: [Entry; BLOCKS] = [const {
    Entry {
        claimed: AtomicBool::new(false),
        request: Request::new(),
    }
}; BLOCKS];

pub(super) fn install(_forced: i32) -> Result<Installed, String> {
    Ok(Installed {
        signal: 0,
        text_low: 0,
        text_high: 0,
    })
}

#[derive(Clone, Copy)]
pub(super) struct Block(&'static Entry);

impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Block {}

impl std::fmt::Debug for Block {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Block({:p})", self.0)
    }
}

impl Block {
    pub(super) fn claim() -> Option<Self> {
        TABLE
            .iter()
            .find(|entry| !entry.claimed.swap(true, Ordering::AcqRel))
            .map(Block)
    }

    pub(super) fn release(self) {
        self.0.claimed.store(false, Ordering::Release);
    }

    pub(super) fn attach(self) {}

    pub(super) unsafe fn run(
        self,
        epoch: u64,
        _counter: *mut i32,
        slice: Slice,
        argument: *mut c_void,
    ) -> bool {
        self.0.request.arm(epoch);
        // SAFETY: the caller's `slice` and `argument` belong together.
        unsafe { slice(argument) };
        self.0.request.disarm();
        true
    }

    pub(super) fn soft(self, epoch: u64) {
        self.0.request.ask(epoch);
    }

    pub(super) fn hard(self, epoch: u64) {
        self.soft(epoch);
    }

    pub(super) fn wanted(self) -> bool {
        self.0.request.is_for_running()
    }

    pub(super) fn enter_host(self) {}

    pub(super) fn leave_host(self) {}

    pub(super) fn take_fault(self) -> bool {
        false
    }

    pub(super) fn stats(self) -> StopStats {
        StopStats::default()
    }
}
