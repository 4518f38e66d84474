//! The process's one pool of cells.
//!
//! Owns: the static. Several runtimes, environments and reloads of the package share it; it is made
//! on first use and stays.

use std::sync::OnceLock;

use super::cell::Cell;
use crate::workers::{Pool, PoolOptions};

static POOL: OnceLock<Result<&'static Pool<Cell>, String>> = OnceLock::new();

fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2))
}

/// The pool, started if need be. `Err` says why there is none in this process.
pub fn get(workers: Option<usize>) -> Result<&'static Pool<Cell>, String> {
    let pool = POOL
        .get_or_init(|| {
            Pool::start(PoolOptions::for_workers(
                workers.unwrap_or_else(default_workers),
            ))
        })
        .clone()?;
    if let Some(workers) = workers {
        pool.want_workers(workers);
    }
    Ok(pool)
}

/// The pool, if it was started.
pub fn running() -> Option<&'static Pool<Cell>> {
    POOL.get()?.as_ref().ok().copied()
}
