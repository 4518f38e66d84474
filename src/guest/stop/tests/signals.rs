//! Signals that are not ours. Each case installs in a process of its own, because the handler is there for good.

use std::env;
use std::ffi::c_int;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicI32, AtomicU32};

use super::*;

const CASE: &str = "CODE_MODE_STOP_CASE";

/// Starts this test program again for the ignored test `in_a_process_of_its_own`.
fn child(case: &str) -> ExitStatus {
    let module = module_path!()
        .split_once("::")
        .expect("a module in a crate")
        .1;
    Command::new(env::current_exe().expect("the test program"))
        .args([
            "--exact",
            &format!("{module}::in_a_process_of_its_own"),
            "--ignored",
            "--nocapture",
        ])
        .env(CASE, case)
        .status()
        .expect("the test program starts")
}

fn number() -> c_int {
    libc::SIGRTMIN() + 9
}

static CHAINED: AtomicU32 = AtomicU32::new(0);
static LAST: AtomicI32 = AtomicI32::new(0);

extern "C" fn with_information(
    signal: c_int,
    information: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    assert!(!information.is_null() && !context.is_null());
    LAST.store(signal, Ordering::SeqCst);
    CHAINED.fetch_add(1, Ordering::SeqCst);
}

extern "C" fn plain(signal: c_int) {
    LAST.store(signal, Ordering::SeqCst);
    CHAINED.fetch_add(1, Ordering::SeqCst);
}

fn handle(signal: c_int, handler: usize, flags: c_int) {
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags;
        assert_eq!(libc::sigaction(signal, &action, std::ptr::null_mut()), 0);
    }
}

/// Queues the signal to the calling thread's process with an arbitrary value.
fn queue(value: usize) {
    let value = libc::sigval {
        sival_ptr: value as *mut c_void,
    };
    assert_eq!(
        unsafe { libc::sigqueue(libc::getpid(), number(), value) },
        0
    );
}

#[test]
#[ignore = "started by the other tests of this file"]
fn in_a_process_of_its_own() {
    let Ok(case) = env::var(CASE) else { return };
    match case.as_str() {
        "information" => handle(
            number(),
            with_information as *const () as usize,
            libc::SA_SIGINFO,
        ),
        "plain" => handle(number(), plain as *const () as usize, 0),
        "ignored" => handle(number(), libc::SIG_IGN, 0),
        "default" => {}
        "occupied" => {
            handle(libc::SIGRTMIN() + 5, plain as *const () as usize, 0);
            handle(libc::SIGRTMIN() + 6, libc::SIG_IGN, 0);
            assert_eq!(
                install().expect("a signal is free").signal,
                libc::SIGRTMIN() + 7
            );
            return;
        }
        "none" => {
            for signal in libc::SIGRTMIN() + 5..=libc::SIGRTMAX() {
                handle(signal, plain as *const () as usize, 0);
            }
            assert!(install().is_err_and(|problem| problem.contains("no free signal")));
            assert!(claim().is_none());
            return;
        }
        "table" => {
            install().expect("a signal is free");
            let blocks: Vec<StopBlock> = std::iter::from_fn(claim).collect();
            assert_eq!(blocks.len(), 256);
            release(blocks[17]);
            assert_eq!(claim(), Some(blocks[17]));
            return;
        }
        other => panic!("unknown case {other}"),
    }
    assert_eq!(install_on(number()).expect("installed").signal, number());
    on_worker(|block| {
        // Everything but the signals a worker handles itself is blocked, so these three come to the worker or to
        // another thread; both must pass them on.
        queue(0x1234);
        queue(block.0.address() + 8);
        assert_eq!(
            unsafe { libc::pthread_kill(libc::pthread_self(), number()) },
            0
        );
        let before = block.stats();
        assert!(block.0.send());
        assert_eq!(block.stats().kicks, before.kicks + 1);
    });
    let began = Instant::now();
    let expected = if case == "ignored" { 0 } else { 3 };
    while CHAINED.load(Ordering::SeqCst) < expected && began.elapsed() < LIMIT {
        thread::yield_now();
    }
    assert_eq!(CHAINED.load(Ordering::SeqCst), expected);
    assert_eq!(
        LAST.load(Ordering::SeqCst),
        if expected == 0 { 0 } else { number() }
    );
}

#[test]
fn a_foreign_signal_goes_to_the_handler_that_was_there() {
    assert!(child("information").success());
}

#[test]
fn a_foreign_signal_goes_to_a_handler_without_information() {
    assert!(child("plain").success());
}

#[test]
fn a_foreign_signal_that_was_ignored_stays_ignored() {
    assert!(child("ignored").success());
}

#[test]
fn a_foreign_signal_nobody_handled_ends_the_process_as_ever() {
    assert_eq!(child("default").signal(), Some(number()));
}

#[test]
fn a_signal_that_is_taken_is_left_alone() {
    assert!(child("occupied").success());
}

#[test]
fn without_a_free_signal_nothing_is_installed() {
    assert!(child("none").success());
}

#[test]
fn the_table_ends_and_a_released_block_is_given_again() {
    assert!(child("table").success());
}

#[test]
fn a_worker_handles_faults_and_kicks_and_nothing_else() {
    let signal = install().expect("a signal is free").signal;
    on_worker(move |_| unsafe {
        let mut blocked: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &mut blocked);
        for open in [
            libc::SIGSEGV,
            libc::SIGBUS,
            libc::SIGFPE,
            libc::SIGABRT,
            libc::SIGPROF,
            signal,
        ] {
            assert_eq!(libc::sigismember(&blocked, open), 0, "{open}");
        }
        for closed in [
            libc::SIGTERM,
            libc::SIGINT,
            libc::SIGCHLD,
            libc::SIGALRM,
            libc::SIGUSR1,
        ] {
            assert_eq!(libc::sigismember(&blocked, closed), 1, "{closed}");
        }
    });
}
