//! Which slice runs and which one is to stop, where no signal tells them apart. (`stop.c` has the same two numbers.)

use crate::sync::atomic::{AtomicU64, Ordering};

pub(super) struct Request {
    /// The running slice; 0 between slices.
    epoch: AtomicU64,
    /// The latest slice that was asked to stop. Only grows, so a late request takes nothing back.
    stop: AtomicU64,
}

impl Request {
    #[cfg(not(model))]
    pub(super) const fn new() -> Self {
        Self {
            epoch: AtomicU64::new(0),
            stop: AtomicU64::new(0),
        }
    }

    /// The model checker's numbers cannot be made at compile time.
    #[cfg(model)]
    pub(super) fn new() -> Self {
        Self {
            epoch: AtomicU64::new(0),
            stop: AtomicU64::new(0),
        }
    }

    /// On the worker: the slice with this number begins.
    pub(super) fn arm(&self, epoch: u64) {
        self.epoch.store(epoch, Ordering::Relaxed);
    }

    /// On the worker: the slice is over.
    pub(super) fn disarm(&self) {
        self.epoch.store(0, Ordering::Relaxed);
    }

    /// From any thread: the slice with this number is to stop.
    pub(super) fn ask(&self, epoch: u64) {
        self.stop.fetch_max(epoch, Ordering::Relaxed);
    }

    /// On the worker: is the running slice to be stopped?
    pub(super) fn is_for_running(&self) -> bool {
        let epoch = self.epoch.load(Ordering::Relaxed);
        epoch != 0 && self.stop.load(Ordering::Relaxed) == epoch
    }
}
