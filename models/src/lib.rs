//! The concurrent parts of the core under a model checker (`npm run model`).
//!
//! The sources are those of the core, compiled with loom's locks, atomics and threads (`sync`), which tries every
//! order in which threads can come, up to a bound. What lies below and beside them (the engine, results) is a
//! stand-in here. The models themselves lie beside the code that they are about: `model.rs`.
#![cfg(test)]
// Each model uses a part of what it compiles.
#![allow(dead_code, unused_imports)]

#[path = "../../src/error.rs"]
mod error;
mod guest;
mod run;
mod sync;
#[path = "../../src/workers/mod.rs"]
mod workers;

mod config {
    #[derive(Default)]
    pub struct Limits {
        pub max_snapshot_bytes: u64,
        pub memory_limit_bytes: u64,
    }
}

/// Every order of the threads of `model` with at most `preemptions` moments at which one is made to wait for another
/// though it could go on.
fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 20_000;
    let orders = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    builder.check({
        let orders = orders.clone();
        move || {
            orders.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            model();
        }
    });
    println!(
        "{} orders",
        orders.load(std::sync::atomic::Ordering::Relaxed)
    );
}
