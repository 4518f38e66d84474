//! A suspended run between a `wait`, its expiry, an abort and the runtime's close, in every order.

use loom::thread;

use super::*;

#[derive(Default)]
struct Heard(Mutex<Vec<HostEvent>>);

impl Host for Heard {
    fn post(&self, event: HostEvent) {
        self.0.lock().push(event);
    }
}

impl Heard {
    fn count(&self, fits: impl Fn(&HostEvent) -> bool) -> usize {
        self.0.lock().iter().filter(|event| fits(event)).count()
    }
}

const CELL: u64 = 1;
const WAIT: u64 = 2;
const SIZE: Size = Size {
    snapshot: 100,
    heap: 100,
};
const LIMITS: Limits = Limits {
    max_snapshot_bytes: 1000,
    memory_limit_bytes: 1000,
};

fn suspended() -> (Arc<Core>, Arc<Heard>) {
    let heard = Arc::new(Heard::default());
    let options = RuntimeOptions {
        max_suspended_runs: 1,
        max_suspended_bytes: 100,
    };
    let core = Core::new(options, heard.clone());
    assert!(core.begin(CELL, 7, Scope, Arc::default()));
    core.suspend(CELL, "run", SIZE).expect("there is room");
    (core, heard)
}

fn because(code: ErrorCode) -> Failure {
    Failure::new(code, "over")
}

/// Everything is told once, and nothing of the cell is left.
fn all_over(core: &Core, heard: &Heard, waited: bool) {
    assert_eq!(core.population(), (0, 0, 0));
    assert_eq!(
        heard.count(|event| matches!(event, HostEvent::Ended { cell: CELL })),
        1
    );
    let settled = heard.count(|event| matches!(event, HostEvent::Settled { ticket: WAIT, .. }));
    assert_eq!(
        settled,
        usize::from(waited),
        "a wait that was admitted is answered, once"
    );
    assert_eq!(PROCESS.runs.load(Relaxed), 0);
    assert_eq!(PROCESS.bytes.load(Relaxed), 0);
    let count = |of: &AtomicU64| of.load(Relaxed);
    let ends = count(&core.counters.completed)
        + count(&core.counters.aborted)
        + count(&core.counters.expired);
    assert_eq!((ends, count(&core.counters.execs)), (1, 1));
}

#[test]
fn a_wait_and_the_expiry_of_its_run_never_both_have_it() {
    crate::check(8, || {
        let (core, heard) = suspended();
        let expiry = thread::spawn({
            let core = core.clone();
            move || core.expire(CELL, &because(ErrorCode::SnapshotExpired), None)
        });
        let waited = match core.resume("run", &Scope, WAIT, &LIMITS) {
            Ok(admitted) => {
                assert_eq!(admitted.cell, CELL);
                core.end(CELL, Ending::Completed("1"), Some((WAIT, "1".into())), None);
                true
            }
            Err(why) => {
                assert_eq!(why.code, ErrorCode::SnapshotExpired);
                false
            }
        };
        let expired = expiry.join().unwrap();
        assert_ne!(waited, expired);
        all_over(&core, &heard, waited);
    });
}

#[test]
fn an_abort_comes_before_its_cell_is_suspended_or_too_late() {
    crate::check(8, || {
        let (core, heard) = suspended();
        core.resume("run", &Scope, WAIT, &LIMITS).expect("admitted");
        let abort = thread::spawn({
            let core = core.clone();
            move || core.abort_leg(WAIT).is_some()
        });
        let suspended = core.suspend(CELL, "run", SIZE).is_ok();
        let in_time = abort.join().unwrap();
        assert_ne!(
            in_time, suspended,
            "its calls get their signal, or it goes on"
        );
        if !suspended {
            let failure = because(ErrorCode::Aborted);
            core.end(
                CELL,
                Ending::Failed(&failure),
                Some((WAIT, "1".into())),
                None,
            );
        } else {
            core.end(
                CELL,
                Ending::Failed(&because(ErrorCode::Aborted)),
                None,
                None,
            );
        }
        all_over(&core, &heard, !suspended);
    });
}

#[test]
fn of_two_waits_one_has_the_run() {
    crate::check(8, || {
        let (core, heard) = suspended();
        let other = thread::spawn({
            let core = core.clone();
            move || core.resume("run", &Scope, WAIT + 1, &LIMITS).is_ok()
        });
        let mine = core.resume("run", &Scope, WAIT, &LIMITS).is_ok();
        assert_ne!(mine, other.join().unwrap());
        core.end(
            CELL,
            Ending::Failed(&because(ErrorCode::Aborted)),
            None,
            None,
        );
        all_over(&core, &heard, mine);
    });
}

#[test]
fn an_abort_a_wait_and_a_close_leave_nothing_behind() {
    crate::check(8, || {
        let (core, heard) = suspended();
        let abort = thread::spawn({
            let core = core.clone();
            move || {
                core.end(
                    CELL,
                    Ending::Failed(&because(ErrorCode::Aborted)),
                    None,
                    None,
                )
            }
        });
        let close = thread::spawn({
            let core = core.clone();
            move || core.close()
        });
        let waited = core.resume("run", &Scope, WAIT, &LIMITS).is_ok();
        abort.join().unwrap();
        close.join().unwrap();
        core.close();
        all_over(&core, &heard, waited);
        assert_eq!(heard.count(|event| *event == HostEvent::Closed), 1);
        assert_eq!(
            heard.0.lock().last(),
            Some(&HostEvent::Closed),
            "the last word"
        );
    });
}

#[test]
fn two_runtimes_that_suspend_at_once_share_what_the_process_has() {
    crate::check(8, || {
        let core = |runs| {
            let options = RuntimeOptions {
                max_suspended_runs: runs,
                max_suspended_bytes: MAX_SUSPENDED_BYTES,
            };
            let core = Core::new(options, Arc::new(Heard::default()));
            assert!(core.begin(CELL, 7, Scope, Arc::default()));
            core
        };
        let (one, two) = (core(1), core(1));
        let size = Size {
            snapshot: MAX_SUSPENDED_BYTES / 2 + 1,
            heap: 0,
        };
        let other = thread::spawn(move || two.suspend(CELL, "two", size).is_ok());
        let mine = one.suspend(CELL, "one", size).is_ok();
        assert!(!(mine && other.join().unwrap()), "more than there is");
    });
}
