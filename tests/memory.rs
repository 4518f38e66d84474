//! The memory of the whole process, in a process of its own: what a cell can make of it, and what
//! comes back. Nothing is said where the system does not tell.

mod support;

use std::time::Duration;

use code_mode::source::Language::JavaScript;
use parking_lot::{Mutex, MutexGuard};
use serde_json::json;
use support::{Bench, resident_bytes};

const MIB: usize = 1 << 20;
/// Beside the guest's heap: copies of texts at the border, threads, the allocator's own reserves.
const SLACK: usize = 16 * MIB;

/// These tests take turns.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock()
}

/// Programs that fill any heap, each in another way.
const BOMBS: [(&str, &str); 6] = [
    ("objects", "const a = []; for (;;) a.push({ a: [], b: {} })"),
    (
        "typed arrays",
        "const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(7))",
    ),
    (
        "array doubling",
        "let a = [1, 2, 3, 4]; for (;;) a = [...a, ...a]",
    ),
    (
        "array concat",
        "let a = [1, 2, 3, 4]; for (;;) a = a.concat(a)",
    ),
    (
        "string doubling",
        "let s = 'abcdefgh'; for (;;) { s = s + s + 'x'; s.charCodeAt(s.length - 1) }",
    ),
    (
        "map entries",
        "const m = new Map(); for (let i = 0; ; i++) m.set('key' + i, { i })",
    ),
];

#[test]
fn every_bomb_is_a_memory_error_and_the_process_stays_small() {
    let _turn = turn();
    let limit = 32 * MIB;
    let bench = Bench::config(json!({ "memoryLimitBytes": limit, "timeoutMs": 20_000 }));
    assert_eq!(bench.value("return 1"), 1);
    for (what, code) in BOMBS {
        let before = resident_bytes();
        let ticket = bench.start(code, JavaScript);
        let mut most = before;
        while !bench.has_result(ticket) {
            most = most.max(resident_bytes());
            std::thread::sleep(Duration::from_micros(500));
        }
        let result = bench.result(ticket);
        assert_eq!(result["code"], "memory_limit_exceeded", "{what}: {result}");
        assert_eq!(result["error"], "code mode memory limit exceeded");
        assert_eq!(result["telemetry"]["limits"]["memory"], true);
        let grew = most.saturating_sub(before);
        println!("{what}: grew by {} KiB", grew >> 10);
        assert!(grew <= limit + SLACK, "{what}: {grew}");
        assert_eq!(bench.value("return 2"), 2, "after {what}");
    }
}

#[test]
fn memory_of_a_large_cell_goes_back_when_it_ends() {
    let _turn = turn();
    if resident_bytes() == 0 {
        return;
    }
    let bench = Bench::config(json!({ "memoryLimitBytes": 256 * MIB, "timeoutMs": 20_000 }));
    assert_eq!(bench.value("return 1"), 1);
    let before = resident_bytes();
    let fill =
        "const a = []; for (let i = 0; i < 150; i++) a.push(new Uint8Array(1 << 20).fill(7));";
    for end in [
        "return a.length",
        "throw new Error('x')",
        "for (;;) a.push(new Uint8Array(1 << 20).fill(7))",
    ] {
        bench.exec(&format!("{fill} {end}"));
        bench.until("the memory is given back", |_| {
            resident_bytes() < before + 32 * MIB
        });
    }
}

#[test]
fn the_memory_of_parked_runs_comes_back_when_they_expire() {
    let _turn = turn();
    if resident_bytes() == 0 {
        return;
    }
    let bench = Bench::config(json!({ "snapshotTtlSeconds": 3, "timeoutMs": 20_000 }));
    let code = "const a = new Uint8Array(6 << 20).fill(31); await yield_control(); return 1";
    let tickets: Vec<u64> = (0..8).map(|_| bench.start(code, JavaScript)).collect();
    for ticket in &tickets {
        assert_eq!(bench.result(*ticket)["status"], "waiting");
    }
    let parked = resident_bytes();
    // Nobody calls anything: the host hears of it, and the memory is free.
    bench.until("the ends are told", |bench| {
        tickets.iter().all(|ticket| bench.ended(*ticket))
    });
    bench.until("the memory is given back", |_| {
        parked.saturating_sub(resident_bytes()) > 40 * MIB
    });
    println!(
        "parked {} MiB, after expiry {} MiB",
        parked / MIB,
        resident_bytes() / MIB
    );
    bench.assert_everything_ended();
}
