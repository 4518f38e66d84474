//! Beginning and end: closing, aborting by scope, counters, and many cells in a row.

mod support;

use std::time::{Duration, Instant};

use code_mode::run::{RuntimeOptions, Scope};
use code_mode::source::Language::JavaScript;
use serde_json::{Value, json};
use support::{Bench, Dice, resident_bytes};

/// How long after `close` everything is over, whatever runs. Generous: debug builds on busy machines.
const CLOSED_WITHIN: Duration = Duration::from_secs(5);

fn scope(session: &str, run: &str) -> Scope {
    Scope {
        session_id: Some(session.into()),
        run_id: Some(run.into()),
        ..Scope::default()
    }
}

/// Closes and waits; how long that took. Closed must come once, and stay the last word.
fn close(bench: &Bench) -> Duration {
    let began = Instant::now();
    bench.runtime.close();
    bench.until("the runtime is closed", |bench| bench.closed());
    let took = began.elapsed();
    assert!(took < CLOSED_WITHIN, "{took:?}");
    bench.runtime.close();
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(bench.closed_count(), 1);
    took
}

// ---- closing ----

#[test]
fn closing_an_idle_runtime_is_told_once() {
    close(&Bench::new());
}

#[test]
fn closing_after_work_is_told_once() {
    let bench = Bench::new();
    assert_eq!(bench.value("return 1"), 1);
    close(&bench);
    bench.assert_everything_ended();
}

#[test]
fn closing_stops_what_runs_waits_and_is_parked() {
    let bench = Bench::config(json!({ "timeoutMs": 60_000 }));
    let hogs: Vec<u64> = (0..3)
        .map(|_| bench.start("for (;;) {}", JavaScript))
        .collect();
    let waiting = bench.start("await tools.hold({})", JavaScript);
    bench.held();
    let (run, _) = bench.exec_waiting("await yield_control()");
    std::thread::sleep(Duration::from_millis(30));
    let took = close(&bench);
    println!("closed after {took:.1?}");
    for ticket in hogs.into_iter().chain([waiting]) {
        assert!(bench.has_result(ticket), "settled before Closed");
        assert_eq!(bench.result(ticket)["code"], "aborted");
        assert_eq!(bench.ended_count(ticket), 1);
    }
    let refused = bench.start_wait(&run).expect_err("it was aborted");
    assert_eq!(refused.code.as_str(), "aborted");
    bench.assert_everything_ended();
    assert_eq!(bench.stats()["aborted"], 5);
}

#[test]
fn nothing_begins_after_close() {
    let bench = Bench::new();
    close(&bench);
    let refused = bench.try_start("return 1").expect_err("closed");
    assert_eq!(refused.code.as_str(), "aborted");
    assert_eq!(bench.stats()["execCount"], 0);
}

#[test]
fn cells_that_begin_while_the_runtime_closes_are_refused_or_settled() {
    for round in 0..30 {
        let bench = Bench::new();
        let settled = std::thread::scope(|threads| {
            let starting = threads.spawn(|| {
                let mut tickets = Vec::new();
                while let Ok(ticket) = bench.try_start("return 1") {
                    tickets.push(ticket);
                }
                tickets
            });
            std::thread::sleep(Duration::from_micros(200 * round));
            close(&bench);
            starting.join().expect("no panic")
        });
        for ticket in settled {
            let result = bench.result(ticket);
            let fine = result["status"] == "completed" || result["code"] == "aborted";
            assert!(fine, "{result}");
            assert_eq!(bench.ended_count(ticket), 1);
        }
        bench.assert_everything_ended();
    }
}

// ---- scopes and runtimes ----

#[test]
fn aborting_a_scope_counts_and_leaves_the_others() {
    let mut bench = Bench::config(json!({ "timeoutMs": 60_000 }));
    let mut runs = Vec::new();
    for owner in [scope("s1", "r1"), scope("s1", "r2"), scope("s2", "r3")] {
        bench.scope = owner;
        for _ in 0..2 {
            runs.push(bench.exec_waiting("await yield_control(); return 1").0);
        }
    }
    assert_eq!(bench.runtime.abort_run(&scope("s1", "r1")), 2);
    assert_eq!(bench.runtime.abort_run(&scope("s1", "r3")), 0);
    let session = Scope {
        session_id: Some("s1".into()),
        ..Scope::default()
    };
    bench.until("two are gone", |bench| bench.stats()["suspendedRuns"] == 4);
    assert_eq!(bench.runtime.abort_run(&session), 2);
    assert_eq!(
        bench.runtime.abort_run(&Scope::default()),
        0,
        "no scope names nothing"
    );
    bench.until("two more are gone", |bench| {
        bench.stats()["suspendedRuns"] == 2
    });
    for (n, run) in runs.iter().enumerate() {
        bench.scope = scope(if n < 4 { "s1" } else { "s2" }, ["r1", "r2", "r3"][n / 2]);
        if n < 4 {
            let refused = bench.start_wait(run).expect_err("aborted");
            assert_eq!(refused.code.as_str(), "aborted");
        } else {
            assert_eq!(bench.wait(run)["value"], 1);
        }
    }
    bench.assert_everything_ended();
}

#[test]
fn aborting_what_is_not_there_does_nothing() {
    let bench = Bench::new();
    let ticket = bench.start("return 1", JavaScript);
    assert_eq!(bench.result(ticket)["value"], 1);
    bench.until("it has ended", |bench| bench.ended(ticket));
    bench.runtime.abort(ticket);
    bench.runtime.abort_cell(ticket);
    bench.runtime.abort(u64::MAX);
    assert_eq!(bench.runtime.abort_run(&bench.scope), 0);
    assert_eq!(bench.value("return 2"), 2);
}

#[test]
fn the_signal_of_a_leg_that_is_over_does_not_touch_the_parked_run() {
    let bench = Bench::new();
    let ticket = bench.start("await yield_control(); return 1", JavaScript);
    let run = bench.result(ticket)["runId"]
        .as_str()
        .expect("waiting")
        .to_owned();
    bench.runtime.abort(ticket);
    assert_eq!(bench.wait(&run)["value"], 1);
    let (run, _) = bench.exec_waiting("await yield_control(); return 1");
    assert_eq!(bench.runtime.abort_run(&bench.scope), 1);
    bench.until("it is gone", |bench| bench.stats()["suspendedRuns"] == 0);
    assert!(bench.start_wait(&run).is_err());
}

#[test]
fn two_runtimes_do_not_see_each_other() {
    let (one, two) = (Bench::new(), Bench::new());
    let (run, _) = one.exec_waiting("await yield_control(); return 'one'");
    let refused = two.start_wait(&run).expect_err("it is not there");
    assert_eq!(refused.message, "code mode run is unavailable or expired.");
    assert_eq!(two.runtime.abort_run(&two.scope), 0);
    assert_eq!(two.stats()["suspendedRuns"], 0);
    close(&two);
    assert_eq!(one.wait(&run)["value"], "one");
    close(&one);
}

/// Every path at once from several threads: each cell is counted in exactly one way.
#[test]
fn counters_add_up_on_every_path() {
    let options = RuntimeOptions {
        max_suspended_runs: 20,
        ..RuntimeOptions::default()
    };
    let config = json!({ "timeoutMs": 100, "snapshotTtlSeconds": 1, "maxSnapshotBytes": 100_000, "memoryLimitBytes": 8 << 20, "maxOutputBytes": 2048 });
    let bench = Bench::with(config, options);
    let programs = [
        "return 1",
        "throw new Error('x')",
        "return syntax error here",
        "for (;;) {}",
        "await yield_control(); return 2",
        "await tools.hold({})",
        "await tools.fail({})",
        "text('x'.repeat(5000))",
        "const a = []; for (;;) a.push(new Uint8Array(1 << 20))",
        "const a = new Uint8Array(200_000).fill(1); await yield_control(); return a.length",
        "await Promise.all(Array.from({ length: 40 }, () => tools.echo({})))",
        "import fs from 'fs'",
        "await new Promise(() => {})",
        "return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })",
    ];
    std::thread::scope(|threads| {
        for seed in 1..4 {
            let bench = &bench;
            threads.spawn(move || {
                let mut dice = Dice(seed * 7919);
                let mut runs: Vec<String> = Vec::new();
                for _ in 0..60 {
                    let ticket = bench.start(programs[dice.roll(programs.len())], JavaScript);
                    if dice.roll(4) == 0 {
                        std::thread::sleep(Duration::from_micros(dice.roll(3000) as u64));
                        bench.runtime.abort_cell(ticket);
                    }
                    let mut result = bench.result(ticket);
                    if let Some(run) = result["runId"].as_str() {
                        runs.push(run.to_owned());
                    }
                    if !runs.is_empty() && dice.roll(3) > 0 {
                        let run = runs.swap_remove(dice.roll(runs.len()));
                        if let Ok(ticket) = bench.start_wait(&run) {
                            if dice.roll(3) == 0 {
                                bench.runtime.abort(ticket);
                            }
                            result = bench.result(ticket);
                            assert!(result["status"].is_string());
                        }
                    }
                }
            });
        }
    });
    bench.assert_everything_ended();
    let stats = bench.stats();
    println!("{stats}");
    for name in ["completed", "failed", "timedOut", "aborted", "expired"] {
        assert_ne!(stats[name], 0, "the programs do not reach {name}: {stats}");
    }
    assert_eq!(stats["stuckWorkers"], 0, "{stats}");
}

/// Aborts, waits and expiry against each other on the same runs.
#[test]
fn waits_and_aborts_of_the_same_run_settle_each_ticket_once() {
    let bench = Bench::config(json!({ "timeoutMs": 2000 }));
    for round in 0..200_u64 {
        let cell = bench.start(
            "await yield_control(); return (await tools.echo({ n: 4 })).result.details.n",
            JavaScript,
        );
        let run = bench.result(cell)["runId"]
            .as_str()
            .expect("waiting")
            .to_owned();
        let ticket = std::thread::scope(|threads| {
            threads.spawn(|| {
                std::thread::sleep(Duration::from_micros(round % 20 * 20));
                bench.runtime.abort_cell(cell);
            });
            bench.start_wait(&run)
        });
        match ticket {
            Ok(ticket) => {
                let result = bench.result(ticket);
                assert!(
                    result["value"] == 4 || result["code"] == "aborted",
                    "{result}"
                );
            }
            Err(failure) => assert_eq!(failure.code.as_str(), "aborted"),
        }
        bench.until("the end is told", |bench| bench.ended(cell));
        assert_eq!(bench.ended_count(cell), 1);
    }
    bench.assert_everything_ended();
}

// ---- many ----

#[test]
fn twenty_thousand_cells_leave_nothing_behind() {
    let bench = Bench::new();
    let run = |count: usize| {
        for at in (0..count).step_by(8) {
            let tickets: Vec<u64> = (at..at + 8)
                .map(|n| bench.start(&format!("return {n} + 1"), JavaScript))
                .collect();
            for (n, ticket) in (at..).zip(tickets) {
                assert_eq!(bench.result(ticket)["value"], n + 1);
            }
        }
    };
    run(2_000);
    let before = resident_bytes();
    let began = Instant::now();
    run(20_000);
    println!(
        "20,000 cells: {:.1?}, resident {} KiB -> {} KiB",
        began.elapsed(),
        before >> 10,
        resident_bytes() >> 10
    );
    bench.assert_everything_ended();
    let stats = bench.stats();
    assert_eq!(
        (&stats["completed"], &stats["activeRuns"]),
        (&json!(22_000), &json!(0))
    );
}

#[test]
fn two_thousand_suspensions_leave_nothing_behind() {
    let bench = Bench::new();
    let round = |count: usize| {
        for _ in 0..count / 50 {
            let runs: Vec<String> = (0..50)
                .map(|n| {
                    bench
                        .exec_waiting(&format!(
                            "const a = Array(100).fill({n}); await yield_control(); return a[99]"
                        ))
                        .0
                })
                .collect();
            assert_eq!(bench.stats()["suspendedRuns"], 50);
            for (n, run) in runs.iter().enumerate() {
                assert_eq!(bench.wait(run)["value"], json!(n) as Value);
            }
        }
    };
    round(200);
    let before = resident_bytes();
    let began = Instant::now();
    round(2_000);
    println!(
        "2,000 suspensions: {:.1?}, resident {} KiB -> {} KiB",
        began.elapsed(),
        before >> 10,
        resident_bytes() >> 10
    );
    bench.assert_everything_ended();
}
