//! What `save`, `load` and `reset` leave in a slot, and what they do not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::super::arena::{self, META_PAGES, PAGE};
use super::super::frame::Ledger;
use super::super::slot::{Slot, Verdict};
use super::super::stop;
use super::{Bench, MEMORY};

/// Sleeps once, between two pieces of work on the same objects.
const SLEEPER: &str = "const m = new Map(); for (let i = 0; i < 300; i++) m.set('k' + i, { i });
    await yield_control();
    let n = 0; for (const { i } of m.values()) n += i;
    return [n, m.size];";
const SLEEPERS_VALUE: &str = "[44850,300]";

#[test]
fn a_saved_guest_goes_on_after_its_slot_was_overwritten() {
    Bench::with(|mut bench| {
        assert_eq!(bench.start(SLEEPER), Verdict::Waiting);
        let saved = bench.slot.save(usize::MAX, &mut Vec::new());
        bench.slot.spoil(0x5A);
        let loaded = bench.slot.load(&saved.expect("no limit"));
        assert_eq!(loaded, Ok(()));
        assert_eq!(bench.resume(1), Verdict::Finished);
        assert_eq!(bench.value(), SLEEPERS_VALUE);
    });
}

#[test]
fn a_guest_may_go_on_in_the_slot_after_it_was_saved() {
    Bench::with(|mut bench| {
        bench.start(SLEEPER);
        assert!(bench.slot.save(usize::MAX, &mut Vec::new()).is_some());
        assert_eq!(bench.resume(1), Verdict::Finished);
        assert_eq!(bench.value(), SLEEPERS_VALUE);
    });
}

#[test]
fn a_restored_guest_is_saved_to_the_same_bytes() {
    Bench::with(|mut bench| {
        bench.start(SLEEPER);
        let saved = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit");
        bench.start("return 'x'.repeat(1e6).length");
        assert_eq!(bench.slot.load(&saved), Ok(()));
        assert!(bench.slot.save(usize::MAX, &mut Vec::new()) == Some(saved));
    });
}

#[test]
fn a_saved_guest_may_be_restored_more_than_once() {
    Bench::with(|mut bench| {
        bench.start("const r = Math.random(); await yield_control(); return [r, Math.random()]");
        let saved = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit");
        let mut go_on = || {
            assert_eq!(bench.slot.load(&saved), Ok(()));
            assert_eq!(bench.resume(1), Verdict::Finished);
            bench.value()
        };
        assert_eq!(
            go_on(),
            go_on(),
            "also the random numbers are the saved ones"
        );
    });
}

#[test]
fn a_guest_that_just_fits_the_limit_is_saved() {
    Bench::with(|mut bench| {
        bench.start(SLEEPER);
        let bytes = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit")
            .bytes();
        let saved = bench.slot.save(bytes, &mut Vec::new());
        assert_eq!(saved.map(|saved| saved.bytes()), Some(bytes));
    });
}

#[test]
fn a_guest_one_byte_over_the_limit_is_not_saved() {
    Bench::with(|mut bench| {
        bench.start(SLEEPER);
        let bytes = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit")
            .bytes();
        assert!(bench.slot.save(bytes - 1, &mut Vec::new()).is_none());
    });
}

#[test]
fn a_restored_guest_has_its_own_memory_limit_again() {
    const HOARDER: &str = "await yield_control();
        const hoard = []; try { for (;;) hoard.push(new Uint8Array(1 << 20)); } catch { const n = hoard.length; hoard.length = 0; return n }";
    Bench::with(|mut bench| {
        bench.slot.reset(8 << 20);
        assert_eq!(
            bench.start_as(stop::next_epoch(), HOARDER),
            Verdict::Waiting
        );
        let saved = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit");
        bench.start("return 1");
        assert_eq!(bench.slot.load(&saved), Ok(()));
        bench.ledger = Ledger::new(16, 4096);
        assert_eq!(bench.resume(1), Verdict::Finished);
        assert_eq!(bench.value(), "7", "MiB beside the image");
    });
}

#[test]
fn a_difference_is_much_smaller_than_the_image() {
    Bench::with(|mut bench| {
        bench.start("const a = [1, 2, 3]; await yield_control(); return a");
        let saved = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit");
        let (saved, image) = (saved.bytes(), bench.slot.image_bytes());
        assert!(saved * 8 < image, "{saved} of {image} bytes");
    });
}

// ---- scrubbing ----

const SECRET: &str = "Xq7-hidden-Zw9";

/// Puts the secret everywhere: source, strings of both widths, keys, buffers, ropes.
fn secretive(mib: usize) -> String {
    format!(
        "const secret = '{SECRET}'; globalThis.kept = new Map([[secret, {{ [secret + '1']: secret + '\\u0100' }}]]);
        const bytes = new TextEncoder().encode(secret + ' ');
        const large = new Uint8Array({mib} << 20); for (let i = 0; i < large.length; i += 4096) large.set(bytes, i);
        globalThis.large = large; globalThis.rope = secret + large.length; const again = [];
        for (let i = 0; i < 300; i++) again.push(i + secret);"
    )
}

/// Where in the slot's memory the secret lies; opens whatever was open before.
fn traces(slot: &Slot, opened: usize) -> usize {
    let base = arena::slot_base(slot.index());
    assert!(arena::open_heap(base, opened));
    let pages = META_PAGES + arena::open_pages(base);
    // SAFETY: meta pages and the opened heap pages follow each other; no guest runs.
    let bytes = unsafe { std::slice::from_raw_parts(base, pages * PAGE) };
    let wide: Vec<u8> = SECRET
        .encode_utf16()
        .flat_map(|unit| unit.to_le_bytes())
        .collect();
    occurrences(bytes, SECRET.as_bytes()) + occurrences(bytes, &wide)
}

fn occurrences(bytes: &[u8], needle: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = bytes;
    // Pages of zeros are most of it: look at a byte in every few first.
    while let Some(at) = rest.iter().position(|byte| *byte == needle[0]) {
        rest = &rest[at..];
        count += usize::from(rest.starts_with(needle));
        rest = &rest[1..];
    }
    count
}

fn open_now(slot: &Slot) -> usize {
    arena::open_pages(arena::slot_base(slot.index()))
}

/// Ends a tenant with `end`, clears the slot with `clear`, and looks for what is left.
fn nothing_is_left(
    mib: usize,
    end: impl FnOnce(&mut Bench, &str) + Send + 'static,
    clear: impl FnOnce(&mut Bench) + Send + 'static,
) {
    Bench::with(move |mut bench| {
        end(&mut bench, &secretive(mib));
        let opened = open_now(&bench.slot);
        assert!(
            traces(&bench.slot, opened) > 600,
            "the search finds what is there"
        );
        clear(&mut bench);
        assert_eq!(traces(&bench.slot, opened), 0);
    });
}

fn orderly(bench: &mut Bench, body: &str) {
    assert_eq!(bench.start(body), Verdict::Finished);
}

/// The guest goes on making copies until it is stopped by a jump.
#[cfg(hard_stop)]
fn stopped(bench: &mut Bench, body: &str) {
    bench.slot.reset(MEMORY);
    let (epoch, block) = (stop::next_epoch(), bench.block);
    let over = Arc::new(AtomicBool::new(false));
    let killer = thread::spawn({
        let (over, begun) = (over.clone(), bench.world.0.clone());
        move || {
            while !begun.load(Ordering::Acquire) {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(20));
            while !over.load(Ordering::Acquire) {
                block.hard(epoch);
                thread::sleep(Duration::from_millis(1));
            }
        }
    });
    let hog = format!(
        "{body} ALL_TOOLS; for (let i = 0; ; i++) again[i % 5000] = {{ i, s: secret + i }};"
    );
    let before = block.stats().jumps;
    assert_eq!(bench.start_as(epoch, &hog), Verdict::Stopped);
    over.store(true, Ordering::Release);
    killer.join().expect("the killer does not panic");
    assert_eq!(block.stats().jumps, before + 1);
}

fn reset(bench: &mut Bench) {
    bench.slot.reset(MEMORY);
}

/// Another cell's state takes the place.
fn displace(bench: &mut Bench, saved: &super::super::image::Difference) {
    assert_eq!(bench.slot.load(saved), Ok(()));
}

#[test]
fn a_small_cell_that_ended_leaves_nothing() {
    nothing_is_left(2, orderly, reset);
}

#[test]
fn a_large_cell_that_ended_leaves_nothing() {
    nothing_is_left(20, orderly, reset);
}

#[cfg(hard_stop)]
#[test]
fn a_small_cell_that_was_stopped_leaves_nothing() {
    nothing_is_left(2, stopped, reset);
}

#[cfg(hard_stop)]
#[test]
fn a_large_cell_that_was_stopped_leaves_nothing() {
    nothing_is_left(20, stopped, reset);
}

#[test]
fn a_cell_that_is_displaced_by_a_restored_one_leaves_nothing() {
    Bench::with(|mut bench| {
        bench.start(SLEEPER);
        let saved = bench
            .slot
            .save(usize::MAX, &mut Vec::new())
            .expect("no limit");
        orderly(&mut bench, &secretive(3));
        let opened = open_now(&bench.slot);
        displace(&mut bench, &saved);
        assert_eq!(traces(&bench.slot, opened), 0);
    });
}

#[test]
fn a_cell_that_survived_the_lack_of_memory_leaves_nothing() {
    let survivor = |bench: &mut Bench, body: &str| {
        let body = format!(
            "{body} const hoard = []; try {{ for (;;) hoard.push(new Uint8Array(1 << 18)) }} catch {{}} hoard.length = 0; return 1"
        );
        orderly(bench, &body);
    };
    nothing_is_left(2, survivor, reset);
}
