//! Guests that do not want to stop: what every one of them gets, and what becomes of the others.

mod support;

use std::ops::Deref;
use std::time::{Duration, Instant};

use code_mode::source::Language::JavaScript;
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use support::{Bench, Dice};

/// Time that the hostile cells here get.
const TIMEOUT: u64 = 300;
/// How much later than its timeout a cell is answered at the very most.
const PROMISE: Duration = Duration::from_millis(250);
/// Debug build on a machine that does other things as well: threads wait for a processor. On an idle
/// machine none of this is needed.
const LOADED_MACHINE: Duration = Duration::from_millis(3000);

/// A bench, alone: hogs of other tests would take the processors that this one measures.
struct Alone {
    bench: Bench,
    _turn: MutexGuard<'static, ()>,
}

impl Deref for Alone {
    type Target = Bench;

    fn deref(&self) -> &Bench {
        &self.bench
    }
}

fn alone(config: Value) -> Alone {
    static TURN: Mutex<()> = Mutex::new(());
    Alone {
        _turn: TURN.lock(),
        bench: Bench::config(config),
    }
}

fn bench() -> Alone {
    alone(json!({ "timeoutMs": TIMEOUT, "memoryLimitBytes": 64 << 20 }))
}

/// Runs a cell that must be stopped in time, and one after it that must work.
fn stopped(bench: &Bench, code: &str, codes: &[&str]) -> Value {
    let began = Instant::now();
    let ticket = bench.start(code, JavaScript);
    let (result, at) = bench.result_at(ticket);
    let took = at - began;
    assert_eq!(result["status"], "failed", "{code}: {result}");
    let got = result["code"].as_str().unwrap_or("");
    assert!(codes.contains(&got), "{code}: {result}");
    let late = took.saturating_sub(Duration::from_millis(TIMEOUT));
    println!(
        "{got:>22} after {took:>9.1?}: {}",
        &code[..code.len().min(70)]
    );
    assert!(late <= PROMISE + LOADED_MACHINE, "{late:?} late: {code}");
    assert_eq!(
        bench.exec("return 1 + 1")["value"],
        2,
        "the cell after: {code}"
    );
    result
}

#[test]
fn an_empty_loop_is_a_timeout() {
    let result = stopped(&bench(), "while (true) {}", &["timeout"]);
    assert_eq!(result["error"], "code mode timeout exceeded");
    assert_eq!(result["telemetry"]["limits"]["timeout"], true);
}

#[test]
fn a_loop_that_ends_in_time_is_no_timeout() {
    let value = bench().value("let n = 0; while (n < 10000) n++; return n");
    assert_eq!(value, 10000);
}

#[test]
fn a_loop_of_slow_conversions_is_stopped() {
    stopped(
        &bench(),
        "while (true) { String(7n ** 300000n) }",
        &["timeout"],
    );
}

#[test]
fn one_slow_conversion_is_stopped() {
    stopped(
        &bench(),
        "return String(3n ** 400000n).length",
        &["timeout"],
    );
}

#[test]
fn an_array_method_on_an_endless_array_like_is_stopped() {
    stopped(
        &bench(),
        "return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })",
        &["timeout"],
    );
}

#[test]
fn stringifying_an_aliased_graph_is_stopped() {
    stopped(
        &bench(),
        "let a = {}; for (let i = 0; i < 60; i++) a = { a, b: a }; return JSON.stringify(a)",
        &["timeout", "memory_limit_exceeded"],
    );
}

#[test]
fn returning_an_aliased_graph_is_stopped() {
    stopped(
        &bench(),
        "let a = {}; for (let i = 0; i < 60; i++) a = { a, b: a }; return a",
        &["timeout", "memory_limit_exceeded", "output_limit_exceeded"],
    );
}

#[test]
fn allocation_that_catches_every_error_is_stopped() {
    stopped(
        &bench(),
        "const keep = []; while (true) { try { for (;;) keep.push(new Array(1000).fill(0)) } catch {} }",
        &["timeout", "memory_limit_exceeded"],
    );
}

#[test]
fn finally_blocks_cannot_catch_the_stop() {
    stopped(
        &bench(),
        "for (;;) { try { for (;;) {} } catch { continue } finally { continue } }",
        &["timeout"],
    );
}

#[test]
fn a_generator_that_returns_into_a_loop_is_stopped() {
    stopped(
        &bench(),
        "function* g() { try { yield 1 } finally { for (;;) {} } } for (const x of g()) break",
        &["timeout"],
    );
}

#[test]
fn a_microtask_storm_is_stopped() {
    stopped(
        &bench(),
        "const again = () => queueMicrotask(again); again(); await new Promise(() => {})",
        &["timeout"],
    );
}

#[test]
fn a_storm_of_promise_jobs_is_stopped() {
    stopped(
        &bench(),
        "const spin = async () => { for (;;) await null }; await Promise.all([spin(), spin(), spin()])",
        &["timeout"],
    );
}

#[test]
fn a_storm_of_thenables_is_stopped() {
    stopped(
        &bench(),
        "const t = { then(f) { f(t) } }; await t",
        &["timeout", "memory_limit_exceeded"],
    );
}

#[test]
fn a_backtracking_expression_is_stopped() {
    stopped(
        &bench(),
        "return /^(a+)+$/.test('a'.repeat(40) + 'b')",
        &["timeout"],
    );
}

#[test]
fn searching_in_large_arrays_and_strings_is_stopped() {
    stopped(
        &bench(),
        "const a = 'x'.repeat(1 << 20); const b = Array(1e6).fill(a); for (;;) b.includes(a + 'y')",
        &["timeout", "memory_limit_exceeded"],
    );
    stopped(
        &bench(),
        "const s = 'a'.repeat(1 << 22); for (;;) s.indexOf('a'.repeat(1 << 21) + 'b')",
        &["timeout", "memory_limit_exceeded"],
    );
}

#[test]
fn sorting_with_a_hostile_comparator_is_stopped() {
    stopped(
        &bench(),
        "for (;;) Array.from({ length: 1e5 }, (_, i) => i).sort(() => Math.random() - 0.5)",
        &["timeout", "memory_limit_exceeded"],
    );
}

#[test]
fn a_getter_that_never_returns_while_the_value_is_read_is_stopped() {
    stopped(&bench(), "return { get x() { for (;;) {} } }", &["timeout"]);
}

#[test]
fn an_error_whose_text_never_ends_is_stopped() {
    stopped(
        &bench(),
        "throw { get message() { for (;;) {} }, toString() { for (;;) {} }, toJSON() { for (;;) {} } }",
        &["timeout"],
    );
}

/// What a finalisation callback throws comes out of the job queue, where no promise carries it.
#[test]
fn what_a_finalisation_callback_throws_cannot_hang_the_thread() {
    let bench = bench();
    let code = |thrown: &str| {
        format!(
            "const r = new FinalizationRegistry(() => {{ throw {thrown} }}); r.register({{}}, 1);
             await null; await null; return 'went on'"
        )
    };
    stopped(
        &bench,
        &code("{ get message() { for (;;) {} } }"),
        &["timeout", "internal_error"],
    );
    let hostile = "Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } })";
    stopped(&bench, &code(hostile), &["timeout", "internal_error"]);
    let result = bench.exec(&code("new TypeError('late')"));
    assert_eq!(result["code"], "internal_error", "{result}");
    assert_eq!(result["error"], "TypeError: late", "{result}");
}

#[test]
fn output_before_a_timeout_is_kept() {
    let bench = bench();
    // A thread that gets no processor for 180 ms is written off, and its output with it: try again.
    let kept = (0..5).any(|_| {
        let result = stopped(&bench, "text('so far'); for (;;) {}", &["timeout"]);
        result["output"][0]["text"] == "so far"
    });
    assert!(kept);
}

#[test]
fn a_loop_that_begins_in_a_continuation_is_stopped_within_the_same_exec() {
    stopped(&bench(), "await tools.echo({}); for (;;) {}", &["timeout"]);
}

#[test]
fn a_chain_of_timers_does_not_outlast_the_deadline() {
    let bench = bench();
    let began = Instant::now();
    let ticket = bench.start(
        "const again = () => setTimeout(again, 0); again(); await new Promise(() => {})",
        JavaScript,
    );
    let (result, at) = bench.result_at(ticket);
    let late = (at - began).saturating_sub(Duration::from_millis(TIMEOUT));
    assert!(late <= PROMISE + LOADED_MACHINE, "{late:?} late");
    // Between two timers it waits; a slice that the deadline meets is a timeout.
    let fine = result["status"] == "waiting" || result["code"] == "timeout";
    assert!(fine, "{result}");
}

#[test]
fn four_hogs_at_once_do_not_delay_a_fifth_cell() {
    let bench = alone(json!({ "timeoutMs": 1500 }));
    let hogs: Vec<u64> = (0..4)
        .map(|_| bench.start("while (true) {}", JavaScript))
        .collect();
    std::thread::sleep(Duration::from_millis(50));
    let began = Instant::now();
    assert_eq!(bench.value("return 'quick'"), "quick");
    let took = began.elapsed();
    println!("beside four hogs: {took:.1?}");
    assert!(took < Duration::from_millis(1000), "{took:?}");
    for hog in hogs {
        assert_eq!(bench.result(hog)["code"], "timeout");
    }
}

#[test]
fn more_hogs_than_slots_are_all_answered_in_time() {
    let bench = alone(json!({ "timeoutMs": 1000 }));
    let began = Instant::now();
    let hogs: Vec<u64> = (0..80)
        .map(|_| bench.start("while (true) {}", JavaScript))
        .collect();
    for hog in hogs {
        let (result, at) = bench.result_at(hog);
        assert_eq!(result["code"], "timeout", "{result}");
        let late = (at - began).saturating_sub(Duration::from_millis(1000));
        assert!(late <= PROMISE + LOADED_MACHINE, "{late:?} late");
    }
    assert_eq!(bench.value("return 3"), 3);
    bench.assert_everything_ended();
}

/// Parks more cells than there are slots, so that hogs must displace some of them.
fn park(bench: &Bench, count: usize) -> Vec<String> {
    (0..count)
        .map(|n| {
            let code = format!("const n = {n}; await yield_control(); return n * 2");
            bench.exec_waiting(&code).0
        })
        .collect()
}

#[test]
fn a_cell_parked_in_the_slot_of_a_hog_completes_later() {
    let bench = alone(json!({ "timeoutMs": 800 }));
    let parked = park(&bench, 80);
    let hogs: Vec<u64> = (0..12)
        .map(|_| bench.start("while (true) {}", JavaScript))
        .collect();
    std::thread::sleep(Duration::from_millis(100));
    // All are waited for at once: those whose slots are taken come back `waiting` or later, never wrong.
    let waits: Vec<u64> = parked
        .iter()
        .map(|run| bench.start_wait(run).expect("admitted"))
        .collect();
    let mut again = 0;
    for (n, (run, ticket)) in parked.iter().zip(waits).enumerate() {
        let mut result = bench.result(ticket);
        while result["status"] == "waiting" {
            assert_eq!(result["runId"], json!(run), "{result}");
            again += 1;
            result = bench.wait(run);
        }
        assert_eq!(result["value"], json!(n * 2), "{result}");
    }
    println!("{again} waits came back before their slot was free");
    for hog in hogs {
        assert_eq!(bench.result(hog)["code"], "timeout");
    }
    bench.assert_everything_ended();
}

#[test]
fn a_wait_for_a_cell_whose_slot_a_hog_has_returns_by_its_own_deadline() {
    let hog_bench = Bench::config(json!({ "timeoutMs": 30_000 }));
    let bench = alone(json!({ "timeoutMs": 300 }));
    let parked = park(&bench, 64);
    let hogs: Vec<u64> = (0..16)
        .map(|_| hog_bench.start("while (true) {}", JavaScript))
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let began = Instant::now();
    let waits: Vec<u64> = parked
        .iter()
        .map(|run| bench.start_wait(run).expect("admitted"))
        .collect();
    let mut came_back = Vec::new();
    for (run, ticket) in parked.iter().zip(waits) {
        let (result, at) = bench.result_at(ticket);
        let late = (at - began).saturating_sub(Duration::from_millis(300));
        assert!(late <= PROMISE + LOADED_MACHINE, "{late:?} late: {result}");
        match result["status"].as_str() {
            Some("waiting") => came_back.push(run.clone()),
            status => assert_eq!(status, Some("completed"), "{result}"),
        }
    }
    assert!(!came_back.is_empty(), "no parked cell was behind a hog");
    println!("{} of 64 were behind a hog", came_back.len());
    assert_eq!(hog_bench.runtime.abort_run(&hog_bench.scope), hogs.len());
    for hog in hogs {
        assert_eq!(hog_bench.result(hog)["code"], "aborted");
    }
    for run in came_back {
        let mut result = bench.wait(&run);
        while result["status"] == "waiting" {
            result = bench.wait(&run);
        }
        assert_eq!(result["status"], "completed", "{result}");
    }
}

#[test]
fn aborting_a_running_hog_answers_at_once() {
    let bench = alone(json!({ "timeoutMs": 20_000 }));
    for code in [
        "while (true) {}",
        "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })",
        "while (true) { String(7n ** 300000n) }",
        "await tools.echo({}); for (;;) await null",
    ] {
        let ticket = bench.start(code, JavaScript);
        std::thread::sleep(Duration::from_millis(60));
        let began = Instant::now();
        bench.runtime.abort(ticket);
        let (result, at) = bench.result_at(ticket);
        assert_eq!(result["code"], "aborted", "{result}");
        assert_eq!(result["error"], "code mode run was aborted.");
        let took = at - began;
        println!("aborted after {took:.1?}: {code}");
        assert!(took <= PROMISE + LOADED_MACHINE, "{took:?}: {code}");
        assert_eq!(bench.value("return 1"), 1);
    }
    bench.assert_everything_ended();
}

#[test]
fn aborting_a_cell_that_waits_for_tools_answers_at_once() {
    let bench = alone(json!({ "timeoutMs": 20_000 }));
    let ticket = bench.start("await tools.hold({}); return 1", JavaScript);
    let call = bench.held();
    let began = Instant::now();
    bench.runtime.abort(ticket);
    let (result, at) = bench.result_at(ticket);
    assert_eq!(result["code"], "aborted", "{result}");
    assert!(at - began <= PROMISE + LOADED_MACHINE);
    bench.until("the end is told", |bench| bench.ended_count(ticket) == 1);
    bench.answer(&call, json!("late"));
    assert_eq!(bench.value("return 'still well'"), "still well");
    bench.assert_everything_ended();
}

#[test]
fn aborting_a_cell_behind_a_hog_answers_at_once() {
    let bench = alone(json!({ "timeoutMs": 30_000 }));
    let parked = park(&bench, 64);
    let hogs: Vec<u64> = (0..16)
        .map(|_| bench.start("while (true) {}", JavaScript))
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let waits: Vec<u64> = parked
        .iter()
        .map(|run| bench.start_wait(run).expect("admitted"))
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    let behind: Vec<u64> = (waits.iter().copied())
        .filter(|ticket| !bench.has_result(*ticket))
        .collect();
    assert!(!behind.is_empty(), "no parked cell was behind a hog");
    for ticket in &behind {
        bench.runtime.abort(*ticket);
    }
    for ticket in behind {
        let (result, at) = bench.result_at(ticket);
        assert!(at - began <= PROMISE + LOADED_MACHINE, "{:?}", at - began);
        assert!(
            result["code"] == "aborted" || result["status"] == "completed",
            "{result}"
        );
    }
    for hog in hogs {
        bench.runtime.abort(hog);
        assert_eq!(bench.result(hog)["code"], "aborted");
    }
    bench.assert_everything_ended();
}

#[test]
fn waiting_for_a_cell_that_was_aborted_while_parked_says_so() {
    let bench = bench();
    let (run, _) = bench.exec_waiting("await yield_control(); return 1");
    let (other, _) = bench.exec_waiting("await yield_control(); return 2");
    let dropped = bench.runtime.abort_run(&bench.scope);
    assert_eq!(dropped, 2);
    bench.until("both are gone", |bench| bench.stats()["suspendedRuns"] == 0);
    for run in [run, other] {
        let refused = bench.start_wait(&run).expect_err("it was aborted");
        assert_eq!(refused.code.as_str(), "aborted");
        assert_eq!(refused.message, "code mode run was aborted.");
    }
    bench.assert_everything_ended();
}

#[test]
fn two_hundred_random_kills_leave_the_survivors_right() {
    let bench = alone(json!({ "timeoutMs": 10_000 }));
    let mut dice = Dice(0x5eed);
    let programs = [
        ("for (;;) {}", None),
        (
            "const a = []; for (;;) { a.push({ n: a.length }); if (a.length > 1e5) a.length = 0 }",
            None,
        ),
        ("for (;;) await tools.echo({ n: 1 })", None),
        ("for (;;) String(7n ** 60000n)", None),
        ("await tools.hold({}); return 0", None),
        (
            "let s = 0; for (let i = 0; i < 200; i++) s += (await tools.echo({ i })).result.details.i; return s",
            Some(json!(19900)),
        ),
        (
            "const m = new Map(); for (let i = 0; i < 5e4; i++) m.set('k' + i, i); let s = 0; for (const v of m.values()) s += v; return s",
            Some(json!(1249975000u64)),
        ),
        (
            "return [...'abc'].map((c, i) => c.repeat(i + 1)).join('-')",
            Some(json!("a-bb-ccc")),
        ),
    ];
    for round in 0..100 {
        let mut running: Vec<(u64, &Option<Value>)> = (0..4)
            .map(|_| {
                let (code, value) = &programs[dice.roll(programs.len())];
                (bench.start(code, JavaScript), value)
            })
            .collect();
        std::thread::sleep(Duration::from_micros(dice.roll(15_000) as u64));
        // Two are killed whatever they are; of the others the endless ones must be.
        for (k, (ticket, value)) in running.iter().enumerate() {
            if k < 2 || value.is_none() {
                bench.runtime.abort(*ticket);
            }
        }
        for (k, (ticket, value)) in running.drain(..).enumerate() {
            let result = bench.result(ticket);
            let completed = result["status"] == "completed";
            assert!(
                completed || result["code"] == "aborted",
                "{round}: {result}"
            );
            assert!(completed || k < 2 || value.is_none(), "{round}: {result}");
            if completed {
                assert_eq!(Some(&result["value"]), value.as_ref(), "{round}: {result}");
            }
        }
    }
    bench.assert_everything_ended();
    println!("{}", bench.stats());
}
