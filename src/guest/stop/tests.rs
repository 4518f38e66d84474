//! Real guests, really stopped. No assertion is about time except through [`LIMIT`], which a working stop never
//! comes near.

mod scratch;

#[cfg(all(hard_stop, target_os = "linux"))]
mod faults;
#[cfg(hard_stop)]
mod hard;
#[cfg(all(hard_stop, target_os = "linux"))]
mod signals;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::*;
use scratch::{End, Guest};

/// A stop that takes longer has failed; a guest that cannot be stopped cannot be cleaned up after either.
const LIMIT: Duration = Duration::from_secs(60);
const STACK: usize = 8 << 20;

/// Runs `body` on a worker thread with a block of its own.
fn on_worker<R: Send + 'static>(body: impl FnOnce(StopBlock) -> R + Send + 'static) -> R {
    install().expect("a signal is free");
    let worker = thread::Builder::new().stack_size(STACK).spawn(|| {
        let block = claim().expect("a block is free");
        block.enter_thread();
        let result = body(block);
        release(block);
        result
    });
    worker
        .expect("a thread starts")
        .join()
        .expect("the body does not panic")
}

/// A watchdog for one slice: calls `stop` once a millisecond from `after` on, until [`Watch::ended`].
struct Watch {
    done: Arc<AtomicBool>,
    thread: thread::JoinHandle<Instant>,
}

impl Watch {
    fn start(after: Duration, stop: impl Fn() + Send + 'static) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let seen = done.clone();
        let thread = thread::spawn(move || {
            thread::sleep(after);
            let began = Instant::now();
            while !seen.load(Ordering::Acquire) {
                stop();
                if began.elapsed() > LIMIT {
                    eprintln!("a guest could not be stopped");
                    std::process::abort();
                }
                thread::sleep(Duration::from_millis(1));
            }
            began
        });
        Watch { done, thread }
    }

    /// Call it when the slice has ended: how long after the first stop that was.
    fn ended(self) -> Duration {
        let now = Instant::now();
        self.done.store(true, Ordering::Release);
        now.saturating_duration_since(self.thread.join().expect("the watchdog does not panic"))
    }
}

const SOON: Duration = Duration::from_millis(5);

#[test]
fn an_endless_loop_ends_at_a_soft_stop() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        let watch = Watch::start(SOON, move || block.soft(epoch));
        let end = guest.run_as(block, epoch, "while(true){}");
        watch.ended();
        end
    });
    assert_eq!(end, End::Threw("InternalError: interrupted".to_owned()));
}

#[test]
fn a_soft_stop_does_not_run_finally_or_catch() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        let watch = Watch::start(SOON, move || block.soft(epoch));
        let end = guest.run_as(
            block,
            epoch,
            "try{for(;;);}catch{for(;;);}finally{for(;;);}",
        );
        watch.ended();
        end
    });
    assert!(matches!(end, End::Threw(_)), "{end:?}");
}

#[test]
fn a_slice_that_nobody_stops_returns_its_value() {
    let end = on_worker(|block| Guest::new().run(block, "6*7"));
    assert_eq!(end, End::Returned("42".to_owned()));
}

#[test]
fn a_runtime_goes_on_after_a_soft_stop() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        let watch = Watch::start(SOON, move || block.soft(epoch));
        guest.run_as(block, epoch, "while(true){}");
        watch.ended();
        guest.run(block, "[3,1,2].sort().join()")
    });
    assert_eq!(end, End::Returned("1,2,3".to_owned()));
}

#[test]
fn a_soft_stop_asked_for_too_early_is_not_lost() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        block.soft(epoch);
        guest.run_as(block, epoch, "while(true){}")
    });
    assert!(matches!(end, End::Threw(_)), "{end:?}");
}

#[test]
fn a_stop_wants_only_the_slice_it_names() {
    on_worker(|block| {
        assert!(!block.wanted(), "no slice is running");
        let (guest, before, epoch) = (Guest::new(), next_epoch(), next_epoch());
        block.soft(before);
        assert_eq!(
            guest.run_as(block, epoch, "let n=0;for(;n<1e5;)n++;n"),
            End::Returned("100000".to_owned())
        );
    });
}

#[test]
fn installing_again_gives_the_same_answer() {
    let first = install().expect("a signal is free");
    let again = install().expect("a signal is free");
    assert!(std::ptr::eq(first, again));
}

#[test]
fn a_block_is_current_only_between_entering_and_release() {
    assert_eq!(StopBlock::current(), None);
    on_worker(|block| {
        assert_eq!(StopBlock::current(), Some(block));
        release(block);
        assert_eq!(StopBlock::current(), None);
    });
}

#[test]
fn two_workers_never_share_a_block() {
    on_worker(|one| on_worker(move |other| assert_ne!(one, other)));
}

#[test]
fn a_host_section_outside_of_workers_does_nothing() {
    let outer = HostSection::enter();
    drop(HostSection::enter());
    drop(outer);
}
