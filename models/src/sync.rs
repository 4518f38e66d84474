//! What `src/sync.rs` is in the core, of loom's types.

use std::ops::{Deref, DerefMut};

/// loom's lock with the calls of parking_lot's.
pub struct Mutex<T>(loom::sync::Mutex<T>);

pub struct MutexGuard<'a, T>(loom::sync::MutexGuard<'a, T>);

impl<T> Mutex<T> {
    pub fn new(value: T) -> Self {
        Self(loom::sync::Mutex::new(value))
    }

    pub fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard(self.0.lock().unwrap())
    }
}

impl<T: Default> Default for Mutex<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

pub mod atomic {
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
}

pub mod thread {
    pub use loom::hint::spin_loop;
    pub use loom::thread::{Builder, Thread, park};

    /// Staying awake is a matter of time, which models do not have.
    pub fn has_company() -> bool {
        false
    }
}

macro_rules! process {
    ($(static $name:ident: $kind:ty = $value:expr;)*) => {
        loom::lazy_static! {
            $(static ref $name: $kind = $value;)*
        }
    };
}

macro_rules! local {
    (static $name:ident: $kind:ty = $value:expr;) => {
        loom::thread_local! {
            static $name: $kind = $value;
        }
    };
}

pub(crate) use {local, process};
