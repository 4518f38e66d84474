//! What lies around arenas, and what is done when address space is short: each in a process of its own.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use super::super::arena::{self, GUARD, META_PAGES, PAGE, Region};
use super::super::os;

const ROLE: &str = "CODE_MODE_TEST_ARENA";

/// Runs `child` in a process of its own, in which [`act`] finds `role`.
fn child(role: &str) -> Output {
    let program = std::env::current_exe().expect("a test has a file");
    Command::new(program)
        .args(["--exact", "guest::tests::arena::act", "--nocapture"])
        .env(ROLE, role)
        .output()
        .expect("a child process starts")
}

/// The line that the child printed after `answer:`.
fn answer(role: &str) -> String {
    let output = child(role);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.split_once("answer: "));
    match line {
        Some((_, answer)) => answer.to_owned(),
        None => panic!("{:?}: {text}", output.status),
    }
}

fn limit(resource: libc::__rlimit_resource_t, bytes: u64) {
    let limit = libc::rlimit {
        rlim_cur: bytes,
        rlim_max: bytes,
    };
    // SAFETY: the struct is complete; the limit holds for this child process only.
    assert_eq!(unsafe { libc::setrlimit(resource, &limit) }, 0);
}

/// The part of the child process; nothing when it is run as a test.
#[test]
fn act() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    limit(libc::RLIMIT_CORE, 0);
    let (role, number) = role.split_once(' ').expect("a role has a number");
    let number: usize = number.parse().expect("a number");
    match role {
        "reserve" => describe(Region::get()),
        "reserve-within" => {
            limit(libc::RLIMIT_AS, number as u64);
            describe(Region::get());
        }
        "reserve-beside" => {
            assert!(os::reserve(number, PAGE).is_ok());
            describe(Region::get());
        }
        "write" => write(number),
        "reopen" => reopen(number == 1),
        _ => panic!("no such role"),
    }
}

fn describe(region: Result<Region, String>) {
    match region {
        Ok(region) => println!(
            "answer: {} slots of {} MiB from {}",
            region.slots,
            region.stride >> 20,
            arena::slot_base(0) as usize - GUARD
        ),
        Err(why) => println!("answer: {why}"),
    }
}

/// Places in and around the arena of slot 1, whose first MiB of heap is open.
fn write(place: usize) {
    let region = Region::get().expect("address space for slots");
    arena::open_meta(1).expect("the pages can be opened");
    let base = arena::slot_base(1);
    assert!(arena::open_heap(base, 1));
    let heap = base.wrapping_add(META_PAGES * PAGE);
    let open = arena::open_pages(base) * PAGE;
    let all = region.heap_pages();
    let at = match place {
        0 => heap.wrapping_add(open - 1),
        1 => heap.wrapping_add(open),
        2 => base.wrapping_sub(1),
        3 => base.wrapping_sub(GUARD),
        4 | 5 => {
            assert!(arena::open_heap(base, all), "the whole heap can be opened");
            heap.wrapping_add(all * PAGE - usize::from(place == 4))
        }
        6 => {
            arena::close_heap_from(base, 0);
            heap
        }
        7 => {
            assert!(!arena::open_heap(base, all + 1), "and not a page more");
            heap.wrapping_add(all * PAGE)
        }
        _ => arena::slot_base(2).wrapping_sub(1),
    };
    // SAFETY: none; this process is there to find out.
    unsafe { at.write_volatile(1) };
    println!("answer: written");
}

/// Writes to a page, closes it and opens it again.
fn reopen(locked: bool) {
    Region::get().expect("address space for slots");
    let heap = arena::heap_of(arena::slot_base(1));
    assert!(arena::open_heap(arena::slot_base(1), 1));
    // SAFETY: the page is open and this process's own.
    let left = unsafe {
        assert!(!locked || libc::mlock(heap.cast(), PAGE) == 0);
        heap.write_volatile(7);
        arena::close_heap_from(arena::slot_base(1), 0);
        assert!(arena::open_heap(arena::slot_base(1), 1));
        heap.read_volatile()
    };
    println!("answer: {left}");
}

fn dies_at(place: usize) {
    let output = child(&format!("write {place}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{text}");
}

#[test]
fn the_last_byte_of_the_opened_heap_can_be_written() {
    assert_eq!(answer("write 0"), "written");
}

#[test]
fn the_first_byte_after_the_opened_heap_cannot_be_written() {
    dies_at(1);
}

#[test]
fn the_last_byte_before_an_arena_cannot_be_written() {
    dies_at(2);
}

#[test]
fn the_whole_guard_before_an_arena_cannot_be_written() {
    dies_at(3);
}

#[test]
fn the_last_byte_of_a_full_heap_can_be_written() {
    assert_eq!(answer("write 4"), "written");
}

#[test]
fn the_first_byte_after_a_full_heap_cannot_be_written() {
    dies_at(5);
}

#[test]
fn a_closed_page_cannot_be_written() {
    dies_at(6);
}

#[test]
fn a_heap_is_not_opened_into_the_guard() {
    dies_at(7);
}

#[test]
fn the_guard_before_the_next_arena_cannot_be_written() {
    dies_at(8);
}

#[test]
fn a_page_that_is_opened_again_is_empty() {
    assert_eq!(answer("reopen 0"), "0");
}

#[test]
fn a_page_that_was_locked_in_memory_is_empty_too() {
    assert_eq!(answer("reopen 1"), "0");
}

/// Where the first reservation goes when nothing is in the way.
fn usual_base() -> usize {
    let answer = answer("reserve 0");
    let (_, base) = answer.rsplit_once(' ').expect("an address");
    base.parse().expect("an address")
}

#[test]
fn a_place_that_is_taken_is_not_used() {
    let usual = usual_base();
    let answer = answer(&format!("reserve-beside {usual}"));
    assert!(answer.starts_with("64 slots of 2048 MiB from "), "{answer}");
    assert!(!answer.ends_with(&usual.to_string()), "{answer}");
}

#[test]
fn a_place_that_is_taken_at_its_end_is_not_used() {
    let usual = usual_base();
    let answer = answer(&format!("reserve-beside {}", usual + (64 << 31) - PAGE));
    assert!(!answer.ends_with(&usual.to_string()), "{answer}");
}

#[test]
fn without_a_limit_slots_have_room_for_the_largest_heap() {
    let answer = answer("reserve 0");
    assert!(answer.starts_with("64 slots of 2048 MiB"), "{answer}");
}

// What a process may map beside the slots is left to the system: hence the room between the limits.
#[test]
fn under_a_limit_of_six_gibibytes_slots_are_smaller() {
    let answer = answer(&format!("reserve-within {}", 6usize << 30));
    assert!(answer.starts_with("32 slots of 128 MiB"), "{answer}");
}

#[test]
fn under_a_limit_of_two_gibibytes_slots_are_fewer() {
    let answer = answer(&format!("reserve-within {}", 2usize << 30));
    assert!(answer.starts_with("8 slots of 128 MiB"), "{answer}");
}

#[test]
fn under_a_limit_of_half_a_gibibyte_the_reason_is_told() {
    let answer = answer(&format!("reserve-within {}", 600usize << 20));
    assert!(
        answer.contains("even 1024 MiB could not be reserved"),
        "{answer}"
    );
    assert!(answer.contains("address-space limit"), "{answer}");
}
