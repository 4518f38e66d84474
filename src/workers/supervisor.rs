//! The clock of the pool: alarms, and slices that are late.
//!
//! Owns: one thread with a tokio runtime, which looks at alarms and seats and sleeps in between. Does
//! not own: what follows from an alarm (the actor decides) or how a slice is stopped (`guest::stop`).
//!
//! While something runs it looks every [`TICK`]; a little while after the last job it sleeps until
//! the next alarm, so an idle process is left alone.

use std::time::{Duration, Instant};

use super::pool::Pool;
use super::seat::Seat;
use super::{Actor, LONG_ACTIVITY};
use crate::guest::stop;

/// How often seats are looked at while the pool is in use.
const TICK: Duration = LONG_ACTIVITY;
/// How long after the last job the supervisor goes on ticking: a wake-up in each cell would cost more.
const LINGER: Duration = Duration::from_millis(200);
const STACK_BYTES: usize = 512 << 10;

pub(super) fn start<A: Actor>(pool: &'static Pool<A>) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("no runtime for the supervisor: {error}"))?;
    let block = stop::claim().ok_or("no stop block is free")?;
    std::thread::Builder::new()
        .name("code-mode-watch".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            block_signals();
            runtime.block_on(watch(pool, &Seat::new(block)));
        })
        .map(drop)
        .map_err(|error| format!("no thread for the supervisor: {error}"))
}

/// `own` is the seat for what this thread does itself; no guest ever runs on it.
async fn watch<A: Actor>(pool: &'static Pool<A>, own: &Seat) {
    loop {
        let now = Instant::now();
        pool.hire();
        let mut next = pool.ring(now);
        pool.relieve(own);
        let mut busy = false;
        for seat in pool.seats() {
            let sighting = seat.inspect(now);
            busy |= sighting.busy;
            if sighting.became_long {
                pool.became_long();
            }
            if sighting.written_off {
                pool.wrote_off();
            }
            if let Some(at) = sighting.look_again {
                next = Some(next.map_or(at, |next| next.min(at)));
            }
        }
        {
            let mut shared = pool.shared.lock();
            shared.watching = busy || now.saturating_duration_since(shared.last_job) < LINGER;
            if shared.watching {
                let tick = now + TICK;
                next = Some(next.map_or(tick, |next| next.min(tick)));
            }
            // An alarm that was set since `ring` and is earlier makes us look again.
            if let Some((at, _)) = shared.alarms.first() {
                next = Some(next.map_or(*at, |next| next.min(*at)));
            }
            shared.next_look = next;
        }
        match next {
            Some(at) => {
                let _ = tokio::time::timeout_at(at.into(), pool.notify.notified()).await;
            }
            None => pool.notify.notified().await,
        }
    }
}

/// No handler of the host's runs on this thread.
fn block_signals() {
    #[cfg(unix)]
    // SAFETY: both calls work on a local set and this thread's own mask.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        for fault in [
            libc::SIGSEGV,
            libc::SIGBUS,
            libc::SIGILL,
            libc::SIGFPE,
            libc::SIGABRT,
            libc::SIGPROF,
        ] {
            libc::sigdelset(&mut all, fault);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, std::ptr::null_mut());
    }
}
