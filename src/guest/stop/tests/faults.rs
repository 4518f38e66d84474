//! An engine that gives itself up: within a slice it ends the slice, anywhere else the process, as ever.

use std::ffi::{c_char, c_int, c_uint};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::ptr::null_mut;

use super::*;

const SIGABRT: c_int = 6;

unsafe extern "C" {
    fn abort() -> !;
    fn __assert_fail(
        assertion: *const c_char,
        file: *const c_char,
        line: c_uint,
        function: *const c_char,
    ) -> !;
}

unsafe extern "C" fn aborts(_: *mut c_void) {
    unsafe { abort() }
}

unsafe extern "C" fn fails_an_assertion(_: *mut c_void) {
    unsafe { __assert_fail(c"x".as_ptr(), c"engine.c".as_ptr(), 1, c"function".as_ptr()) }
}

unsafe extern "C" fn aborts_in_a_host_section(_: *mut c_void) {
    let _section = HostSection::enter();
    unsafe { abort() }
}

unsafe extern "C" fn returns(_: *mut c_void) {}

fn run(block: StopBlock, slice: Slice) -> bool {
    unsafe { block.run(next_epoch(), null_mut(), slice, null_mut()) }
}

#[test]
fn a_slice_that_aborts_ends_and_the_next_one_runs() {
    on_worker(|block| {
        for _ in 0..1000 {
            assert!(!run(block, aborts));
            assert!(block.take_fault());
            assert!(!block.take_fault(), "asking forgets it");
            assert!(run(block, returns));
            assert!(!block.take_fault());
        }
    });
}

#[test]
fn a_slice_whose_assertion_fails_ends() {
    on_worker(|block| {
        assert!(!run(block, fails_an_assertion));
        assert!(block.take_fault());
    });
}

/// Runs the test of that name in a process of its own, where it finds `CODE_MODE_DIE` set.
fn dies(name: &str) {
    let status = Command::new(std::env::current_exe().expect("a test has an executable"))
        .args([
            "--exact",
            &format!(
                "{}::{name}",
                module_path!().split_once("::").expect("in a crate").1
            ),
        ])
        .env("CODE_MODE_DIE", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the process starts");
    assert_eq!(status.signal(), Some(SIGABRT));
}

fn is_to_die() -> bool {
    std::env::var_os("CODE_MODE_DIE").is_some()
}

#[test]
fn an_abort_outside_a_slice_ends_the_process() {
    if is_to_die() {
        on_worker(|block| {
            assert!(run(block, returns));
            unsafe { abort() }
        });
    }
    dies("an_abort_outside_a_slice_ends_the_process");
}

#[test]
fn an_abort_in_a_host_section_ends_the_process() {
    if is_to_die() {
        on_worker(|block| run(block, aborts_in_a_host_section));
    }
    dies("an_abort_in_a_host_section_ends_the_process");
}

#[test]
fn an_abort_of_a_thread_that_is_no_worker_ends_the_process() {
    if is_to_die() {
        install().expect("a signal is free");
        unsafe { abort() }
    }
    dies("an_abort_of_a_thread_that_is_no_worker_ends_the_process");
}
