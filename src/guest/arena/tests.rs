//! Where an arena ends, tried out in child processes: the attempt must kill, so that nothing can be
//! written past an arena unnoticed.
#![cfg(unix)]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use super::*;

const CASE: &str = "CODE_MODE_ARENA_CASE";

/// Writes one byte at the address that `place` gives, in a child, into slot 0 with one opened step of heap;
/// slot 1 beside it is open as well.
fn write_at(case: &str, place: impl FnOnce(Region, *mut u8) -> *mut u8) -> Output {
    if std::env::var(CASE).is_ok_and(|wanted| wanted == case) {
        let region = Region::get().expect("address space");
        for slot in [0, 1] {
            open_meta(slot).expect("the first pages open");
            assert!(open_heap(slot_base(slot), 1));
        }
        let at = place(region, slot_base(0));
        // SAFETY: whether it is safe is what the child finds out.
        unsafe { at.write_volatile(1) };
        println!("written");
        std::process::exit(0);
    }
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", &format!("guest::arena::tests::{case}")])
        .args(["--nocapture", "--test-threads=1"])
        .env(CASE, case)
        .output()
        .expect("a child")
}

fn assert_killed(child: Output) {
    let signal = child.status.signal();
    // AddressSanitizer makes its report of a fault and aborts.
    let reported = cfg!(asan) && signal == Some(libc::SIGABRT);
    assert!(
        signal == Some(libc::SIGSEGV) || signal == Some(libc::SIGBUS) || reported,
        "{child:?}"
    );
}

fn assert_written(child: Output) {
    assert_eq!(child.status.code(), Some(0), "{child:?}");
}

/// First byte that is not open.
fn end_of_heap(base: *mut u8) -> *mut u8 {
    heap_of(base).wrapping_add(open_pages(base) * PAGE)
}

#[test]
fn the_first_byte_of_an_arena_can_be_written() {
    assert_written(write_at(
        "the_first_byte_of_an_arena_can_be_written",
        |_, base| base,
    ));
}

#[test]
fn the_byte_before_an_arena_cannot() {
    assert_killed(write_at("the_byte_before_an_arena_cannot", |_, base| {
        base.wrapping_sub(1)
    }));
}

#[test]
fn the_last_byte_of_the_open_heap_can_be_written() {
    assert_written(write_at(
        "the_last_byte_of_the_open_heap_can_be_written",
        |_, base| end_of_heap(base).wrapping_sub(1),
    ));
}

#[test]
fn the_byte_after_the_open_heap_cannot() {
    assert_killed(write_at(
        "the_byte_after_the_open_heap_cannot",
        |_, base| end_of_heap(base),
    ));
}

#[test]
fn the_last_byte_of_the_stride_cannot() {
    assert_killed(write_at(
        "the_last_byte_of_the_stride_cannot",
        |region, base| base.wrapping_add(region.stride - GUARD - 1),
    ));
}

#[test]
fn the_guard_between_two_arenas_cannot() {
    assert_killed(write_at("the_guard_between_two_arenas_cannot", |_, _| {
        slot_base(1).wrapping_sub(GUARD)
    }));
}

#[test]
fn a_full_heap_still_has_a_guard_behind_it() {
    assert_killed(write_at(
        "a_full_heap_still_has_a_guard_behind_it",
        |region, base| {
            assert!(open_heap(base, region.heap_pages()), "it opens to the end");
            assert_eq!(open_pages(base), region.heap_pages());
            end_of_heap(base)
        },
    ));
}

#[test]
fn a_heap_cannot_be_opened_past_its_end() {
    let region = Region::get().expect("address space");
    // The last slot: no other test of this process works in it.
    let base = slot_base(region.slots - 1);
    open_meta(region.slots - 1).expect("the first pages open");
    assert!(!open_heap(base, region.heap_pages() + 1));
}

#[test]
fn what_was_closed_cannot_be_written() {
    assert_killed(write_at("what_was_closed_cannot_be_written", |_, base| {
        assert!(open_heap(base, 2 * STEP));
        let inside = heap_of(base).wrapping_add(STEP * PAGE);
        close_heap_from(base, STEP);
        inside
    }));
}
