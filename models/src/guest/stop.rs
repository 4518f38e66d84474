//! The stop without its signal: the request alone.

#[path = "../../../src/guest/stop/request.rs"]
mod request;

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::process;
use request::Request;

/// The block of one model's thread; leaked, as the core's are static.
#[derive(Clone, Copy)]
pub struct StopBlock(&'static Request);

process! {
    static LAST: AtomicU64 = AtomicU64::new(0);
}

pub fn next_epoch() -> u64 {
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

pub fn install() -> Result<(), String> {
    Ok(())
}

pub fn claim() -> Option<StopBlock> {
    Some(StopBlock(Box::leak(Box::new(Request::new()))))
}

pub fn release(_block: StopBlock) {}

impl StopBlock {
    pub fn enter_thread(self) {}

    /// Models start their threads themselves, as if all were workers.
    pub fn current() -> Option<StopBlock> {
        claim()
    }

    pub fn run<R>(self, epoch: u64, slice: impl FnOnce() -> R) -> R {
        self.0.arm(epoch);
        let result = slice();
        self.0.disarm();
        result
    }

    pub fn soft(self, epoch: u64) {
        self.0.ask(epoch);
    }

    pub fn hard(self, epoch: u64) {
        self.0.ask(epoch);
    }

    pub fn wanted(self) -> bool {
        self.0.is_for_running()
    }
}
