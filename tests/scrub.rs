//! Nothing of a cell is left in any arena when it is over, however it ended. Looks through the arenas of
//! this very process for a secret that the cell had.
#![cfg(target_os = "linux")]

mod support;

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use code_mode::run::RuntimeOptions;
use parking_lot::Mutex;
use serde_json::json;
use support::Bench;

/// Arenas are shared by the whole process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The secret is put together in the guest, so that the search cannot find a copy of the question.
const HEAD: &str = "s3cr3t-of-an-";
const TAIL: &str = "earlier-cell-0123456789";

/// Makes the secret a string of one byte per character, one of two, a property name, an array buffer's
/// content and something in the middle of a large heap.
const KEEP: &str = "
    globalThis.kept = [];
    const secret = ['s3cr3t-of-an', 'earlier-cell-0123456789'].join('-');
    kept.push(secret.split('').join(''), '\\u4e00' + secret, { [secret]: 1 });
    kept.push(Uint8Array.from(secret, c => c.charCodeAt(0)));
    for (let i = 0; i < 20000; i++) kept.push({ i, text: secret + i });
    kept.push(new Map(kept.map((v, i) => [secret + i, v])));
";

/// How often the secret lies in an arena, in either width.
fn copies() -> usize {
    let wide: Vec<u8> = format!("{HEAD}{TAIL}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let narrow = format!("{HEAD}{TAIL}").into_bytes();
    let maps = std::fs::read_to_string("/proc/self/maps").expect("maps");
    let memory = File::open("/proc/self/mem").expect("memory");
    let mut found = 0;
    for line in maps.lines() {
        let mut words = line.split_whitespace();
        let (Some(range), Some(rights)) = (words.next(), words.next()) else {
            continue;
        };
        let Some((from, to)) = range.split_once('-') else {
            continue;
        };
        let address = |text: &str| u64::from_str_radix(text, 16).unwrap_or(0);
        let (from, to) = (address(from), address(to));
        // Where `guest::arena` reserves: eight places, 2^40 bytes apart.
        if !rights.starts_with("rw") || !(0x4200_0000_0000..0x4a00_0000_0000).contains(&from) {
            continue;
        }
        let mut bytes = vec![0; (to - from) as usize];
        memory
            .read_exact_at(&mut bytes, from)
            .expect("it is mapped");
        for needle in [&narrow, &wide] {
            found += memchr::memmem::find_iter(&bytes, needle).count();
        }
    }
    found
}

/// The arena is cleared before the result is told of or right after: the search allows a moment.
fn assert_gone() {
    for _ in 0..50 {
        if copies() == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{} copies are left", copies());
}

#[test]
fn a_cell_that_is_suspended_has_its_secret_in_an_arena() {
    let _alone = ALONE.lock();
    let bench = Bench::new();
    let waiting = bench.exec(&format!("{KEEP} await yield_control(); return 1"));
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    assert!(copies() > 20_000, "the search finds what is there");
    bench.wait(waiting["runId"].as_str().expect("a run id"));
    assert_gone();
}

#[test]
fn a_completed_cell_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::new();
    assert_eq!(bench.value(&format!("{KEEP} return 1")), json!(1));
    assert_gone();
}

#[test]
fn a_failed_cell_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::new();
    assert_eq!(
        bench.exec(&format!("{KEEP} throw new Error('no')"))["status"],
        "failed"
    );
    assert_gone();
}

#[test]
fn a_cell_that_was_stopped_by_force_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::config(json!({ "timeoutMs": 400 }));
    let result = bench.exec(&format!(
        "{KEEP} Array.prototype.reverse.call({{ length: 2 ** 53 - 1 }})"
    ));
    assert_eq!(result["code"], "timeout", "{result}");
    assert_gone();
}

#[test]
fn a_cell_that_ran_out_of_memory_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::config(json!({ "memoryLimitBytes": 32 << 20 }));
    let result = bench.exec(&format!("{KEEP} for (;;) kept.push(kept.slice())"));
    assert_eq!(result["code"], "memory_limit_exceeded", "{result}");
    assert_gone();
}

#[test]
fn an_aborted_cell_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::new();
    let waiting = bench.exec(&format!("{KEEP} await yield_control(); return 1"));
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    bench.runtime.abort_run(&bench.scope);
    assert_gone();
}

#[test]
fn an_expired_cell_leaves_nothing() {
    let _alone = ALONE.lock();
    let bench = Bench::with(
        json!({ "snapshotTtlSeconds": 1 }),
        RuntimeOptions::default(),
    );
    let waiting = bench.exec(&format!("{KEEP} await yield_control(); return 1"));
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    std::thread::sleep(Duration::from_millis(1300));
    assert_gone();
}
