//! The locks and counters of what several threads share.
//!
//! Owns: their names. Here they are the plain types; `models/` compiles the same sources against those of a model
//! checker, which tries the orders in which threads can come.

pub use parking_lot::{Mutex, MutexGuard};

pub mod atomic {
    pub use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
}

pub mod thread {
    pub use std::hint::spin_loop;
    pub use std::thread::{Builder, Thread, park};

    /// Whether the process may use more than one processor.
    pub fn has_company() -> bool {
        use std::sync::OnceLock;
        use std::thread::available_parallelism;

        static MANY: OnceLock<bool> = OnceLock::new();
        *MANY.get_or_init(|| available_parallelism().is_ok_and(|cores| cores.get() > 1))
    }
}

/// A static of the process. (The model checker's cannot be made at compile time.)
macro_rules! process {
    ($(static $name:ident: $kind:ty = $value:expr;)*) => {
        $(static $name: $kind = $value;)*
    };
}

/// A variable of each thread.
macro_rules! local {
    (static $name:ident: $kind:ty = $value:expr;) => {
        thread_local! {
            static $name: $kind = const { $value };
        }
    };
}

pub(crate) use {local, process};
