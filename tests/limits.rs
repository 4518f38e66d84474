//! What a cell may use, exactly at each bound and just past it.

mod support;

use std::time::{Duration, Instant};

use code_mode::run::{MAX_RECORDS, NestedCall, PendingOverflow, RuntimeOptions};
use code_mode::source::Language::JavaScript;
use code_mode::source::MAX_SOURCE_BYTES;
use serde_json::{Value, json};
use support::Bench;

const MIB: usize = 1 << 20;

fn failed(result: &Value, code: &str, message: &str) {
    assert_eq!(result["status"], "failed", "{result}");
    assert_eq!(result["code"], code, "{result}");
    assert_eq!(result["error"], message, "{result}");
}

// ---- memory ----

#[test]
fn what_fits_the_heap_is_no_error() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 32 * MIB }));
    let value = bench.value("const a = []; for (let i = 0; i < 24; i++) a.push(new Uint8Array(1 << 20).fill(i)); return a[23][5]");
    assert_eq!(value, 23);
}

#[test]
fn promises_and_jobs_that_fit_the_heap_are_no_error_and_more_are() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 64 * MIB, "timeoutMs": 20_000 }));
    let waiting = |promises: &str| {
        format!(
            "let done = 0; const all = []; for (let i = 0; i < {promises}; i++) all.push(Promise.resolve(i).then(() => done++));
             await Promise.all(all); return done"
        )
    };
    assert_eq!(bench.value(&waiting("20000")), 20_000);
    failed(
        &bench.exec(&waiting("1e9")),
        "memory_limit_exceeded",
        "code mode memory limit exceeded",
    );
}

#[test]
fn a_guest_that_catches_the_memory_error_goes_on() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 16 * MIB, "timeoutMs": 20_000 }));
    let value = bench.value(
        "let kind; try { const a = []; for (;;) a.push(new Uint8Array(1 << 18)) } catch (e) { kind = String(e.message) }
         const rest = Array.from({ length: 1000 }, (_, i) => i);
         await tools.echo({}); return [kind, rest.length]",
    );
    assert_eq!(value, json!(["out of memory", 1000]));
}

#[test]
fn the_smallest_heap_is_enough_for_small_cells() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 1 }));
    assert_eq!(bench.value("return 1 + 1"), 2);
    let value = bench.value(
        "const hits = await tools.search('echo'); text(hits.length);
         const all = await Promise.all([1, 2, 3].map(n => tools.echo({ n })));
         return all.map(a => a.result.details.n)",
    );
    assert_eq!(value, json!([1, 2, 3]));
    let (run, _) = bench
        .exec_waiting("const a = Array(2000).fill(1.5); await yield_control(); return a.length");
    assert_eq!(bench.wait(&run)["value"], 2000);
}

#[test]
fn the_smallest_heap_is_also_a_limit() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 1 }));
    let result = bench.exec("return 'x'.repeat(1 << 20).length");
    failed(
        &result,
        "memory_limit_exceeded",
        "code mode memory limit exceeded",
    );
}

// ---- output ----

const OUTPUT: usize = 2048;

fn output_bench() -> Bench {
    Bench::config(json!({ "maxOutputBytes": OUTPUT }))
}

fn bytes(value: &Value) -> usize {
    value.to_string().len()
}

#[test]
fn output_exactly_at_the_limit_is_fine_and_one_byte_more_is_not() {
    let bench = output_bench();
    // `null`, the value, takes four bytes; `[{"type":"text","text":""}]` twenty-seven.
    let fits = OUTPUT - 4 - bytes(&json!([{ "type": "text", "text": "" }]));
    let result = bench.exec(&format!("text('x'.repeat({fits}))"));
    assert_eq!(result["status"], "completed", "{result}");
    assert_eq!(bytes(&result["output"]) + bytes(&result["value"]), OUTPUT);
    let result = bench.exec(&format!("text('x'.repeat({}))", fits + 1));
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
}

#[test]
fn output_alone_is_checked_while_it_is_made() {
    let bench = output_bench();
    let result = bench.exec("for (let n = 0; ; n++) { try { text('line ' + n) } catch {} }");
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
    assert_eq!(result["telemetry"]["limits"]["output"], true);
    let kept = result["output"].as_array().expect("output is kept");
    assert_eq!(kept[0]["text"], "line 0");
    assert!(bytes(&result["output"]) <= OUTPUT);
    assert!(bytes(&result["output"]) > OUTPUT - 64);
}

#[test]
fn a_value_exactly_at_the_limit_is_fine_and_one_byte_more_is_not() {
    let bench = output_bench();
    let result = bench.exec(&format!("return 'x'.repeat({})", OUTPUT - 2));
    assert_eq!(bytes(&result["value"]), OUTPUT, "{result}");
    let result = bench.exec(&format!("return 'x'.repeat({})", OUTPUT - 1));
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
}

#[test]
fn output_and_value_share_the_limit() {
    let bench = output_bench();
    let code = |more: usize| {
        format!("json({{ a: 'é'.repeat(100) }}); text('ü'); return 'y'.repeat({more})")
    };
    let small = bench.exec(&code(0));
    let room = OUTPUT - bytes(&small["output"]) - bytes(&small["value"]);
    let result = bench.exec(&code(room));
    assert_eq!(result["status"], "completed", "{result}");
    let result = bench.exec(&code(room + 1));
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
    assert_eq!(result["output"], small["output"]);
}

#[test]
fn output_counts_over_all_legs() {
    let bench = output_bench();
    let (run, _) = bench.exec_waiting(
        "text('a'.repeat(1200)); await yield_control(); text('b'.repeat(1200)); return 1",
    );
    let result = bench.wait(&run);
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
    assert_eq!(result["output"].as_array().map(Vec::len), Some(1));
}

#[test]
fn very_many_tiny_items_are_bounded_too() {
    let bench = Bench::config(json!({ "maxOutputBytes": 10 * MIB, "timeoutMs": 20_000 }));
    let result = bench.exec("for (let i = 0; i < 262144; i++) text('')");
    assert_eq!(result["status"], "completed", "{}", result["error"]);
    assert_eq!(result["output"].as_array().map(Vec::len), Some(262_144));
    let result = bench.exec("for (let i = 0; i < 262145; i++) text('')");
    failed(
        &result,
        "output_limit_exceeded",
        "code mode output limit exceeded",
    );
}

// ---- snapshots ----

#[test]
fn a_snapshot_under_the_limit_is_kept_and_one_over_it_fails() {
    let bench = Bench::config(json!({ "maxSnapshotBytes": 256 << 10 }));
    let code = |bytes: usize| {
        format!(
            "text('kept'); const a = new Uint8Array({bytes}); for (let i = 0; i < a.length; i++) a[i] = i * 7 % 251;
             await yield_control(); return a[12345 % a.length]"
        )
    };
    let (run, waiting) = bench.exec_waiting(&code(100_000));
    let saved = waiting["telemetry"]["snapshot"]["bytes"]
        .as_u64()
        .expect("bytes");
    assert!((100_000..256 << 10).contains(&saved), "{saved}");
    assert_eq!(bench.stats()["suspendedBytes"], saved);
    assert_eq!(bench.wait(&run)["value"], 12345 * 7 % 251);
    let result = bench.exec(&code(300_000));
    failed(
        &result,
        "snapshot_limit_exceeded",
        "code mode snapshot limit exceeded",
    );
    assert_eq!(result["telemetry"]["limits"]["snapshot"], true);
    assert_eq!(result["output"][0]["text"], "kept");
    bench.assert_everything_ended();
}

#[test]
fn a_snapshot_that_grows_over_the_limit_in_a_wait_fails_the_run() {
    let bench = Bench::config(json!({ "maxSnapshotBytes": 256 << 10 }));
    let (run, _) = bench.exec_waiting(
        "await yield_control(); const a = new Uint8Array(400_000).fill(3); await yield_control(); return a.length",
    );
    let result = bench.wait(&run);
    failed(
        &result,
        "snapshot_limit_exceeded",
        "code mode snapshot limit exceeded",
    );
    let refused = bench.start_wait(&run).expect_err("it is over");
    assert_eq!(refused.message, "code mode run is unavailable or expired.");
    bench.assert_everything_ended();
}

#[test]
fn a_cell_that_never_parks_may_be_larger_than_a_snapshot() {
    let bench = Bench::config(json!({ "maxSnapshotBytes": 1024 }));
    assert_eq!(
        bench
            .value("const a = Array(10_000).fill({ a: 1 }); await tools.echo({}); return a.length"),
        10_000
    );
}

/// Cells that are too large to be put aside keep their slots; the others have to wait for one, and get
/// it.
#[test]
fn more_large_cells_than_slots_that_wait_for_tools_all_complete() {
    let bench = Bench::config(json!({ "maxSnapshotBytes": 64 << 10, "timeoutMs": 60_000 }));
    let large: Vec<u64> = (0..80)
        .map(|n| {
            let code = format!(
                "const a = new Uint8Array(300_000).fill({n} + 1); const r = await tools.hold({{ n: {n} }}); return a[777] + r.result.details"
            );
            bench.start(&code, JavaScript)
        })
        .collect();
    let first = bench.held();
    std::thread::sleep(Duration::from_millis(200));
    let small: Vec<u64> = (0..20)
        .map(|n| bench.start(&format!("return {n}"), JavaScript))
        .collect();
    let answer = |call: &NestedCall| {
        let input: Value = serde_json::from_str(&call.input).expect("JSON");
        bench.answer(call, json!(1000 * input["n"].as_i64().expect("n")));
    };
    answer(&first);
    for _ in 1..large.len() {
        answer(&bench.held());
    }
    for (n, ticket) in large.into_iter().enumerate() {
        assert_eq!(bench.result(ticket)["value"], n + 1 + 1000 * n);
    }
    for (n, ticket) in small.into_iter().enumerate() {
        assert_eq!(bench.result(ticket)["value"], n);
    }
    bench.assert_everything_ended();
}

// ---- pending calls ----

#[test]
fn as_many_calls_as_allowed_run_at_once() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 5 }));
    let value = bench
        .value("return (await Promise.all([1, 2, 3, 4, 5].map(n => tools.echo({ n })))).length");
    assert_eq!(value, 5);
    assert_eq!(bench.seen().len(), 5);
}

#[test]
fn one_call_too_many_fails_the_cell_and_starts_nothing() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 5 }));
    for code in [
        "text('x'); return await Promise.all([1, 2, 3, 4, 5, 6].map(n => tools.echo({ n })))",
        "for (let n = 0; n < 6; n++) tools.echo({ n }); return 1",
        "for (let n = 0; n < 6; n++) tools.echo({ n }); await new Promise(r => setTimeout(r, 5)); return 1",
        "const all = []; for (let n = 0; n < 6; n++) all.push(tools.callValue('echo', { n })); await all[5]",
    ] {
        let result = bench.exec(code);
        failed(
            &result,
            "too_many_pending_tool_calls",
            "too many pending code mode tool calls",
        );
        assert_eq!(bench.seen().len(), 0, "{code}");
    }
    bench.assert_everything_ended();
}

#[test]
fn one_call_too_many_can_be_caught() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 2 }));
    let value = bench.value(
        "const all = await Promise.allSettled([1, 2, 3].map(n => tools.echo({ n })));
         const again = await tools.echo({ n: 4 });
         return [all.map(a => a.status), all[2].reason.message, all[2].reason.code, again.result.details.n]",
    );
    assert_eq!(
        value,
        json!([
            ["fulfilled", "fulfilled", "rejected"],
            "too many pending code mode tool calls",
            "too_many_pending_tool_calls",
            4
        ])
    );
    assert_eq!(bench.seen().len(), 3);
}

#[test]
fn every_continuation_may_make_one_call() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 3 }));
    let value = bench.value(
        "const chain = async n => { for (let i = 0; i < 40; i++) await tools.echo({ n, i }); return n };
         return await Promise.all([1, 2, 3].map(chain))",
    );
    assert_eq!(value, json!([1, 2, 3]));
    assert!(bench.most_open_calls() <= 3);
}

/// Both answers are there before the guest hears of the first.
#[test]
fn continuations_of_answers_that_came_together_may_each_make_one_call() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 2, "timeoutMs": 100 }));
    let (run, _) = bench.exec_waiting(
        "const one = async n => { await tools.hold({ n }); return (await tools.echo({ n })).result.details.n };
         return await Promise.all([one(1), one(2)])",
    );
    let calls = [bench.held(), bench.held()];
    for call in &calls {
        bench.answer(call, json!(null));
    }
    assert_eq!(bench.wait(&run)["value"], json!([1, 2]));
}

#[test]
fn two_calls_from_one_continuation_are_one_too_many() {
    let bench = Bench::config(json!({ "maxPendingToolCalls": 2, "timeoutMs": 100 }));
    let (run, _) = bench.exec_waiting(
        "tools.hold({ n: 2 }); await tools.hold({ n: 1 }); await Promise.all([tools.echo({}), tools.echo({})])",
    );
    let first = bench.held();
    let second = bench.held();
    let one = if first.input.contains('1') {
        first
    } else {
        second
    };
    bench.answer(&one, json!(null));
    let seen = bench.seen().len();
    failed(
        &bench.wait(&run),
        "too_many_pending_tool_calls",
        "too many pending code mode tool calls",
    );
    assert_eq!(bench.seen().len(), seen);
}

fn queueing() -> RuntimeOptions {
    RuntimeOptions {
        pending_overflow: PendingOverflow::Queue,
        ..RuntimeOptions::default()
    }
}

#[test]
fn with_a_queue_a_hundred_calls_go_out_in_order_and_never_too_many_at_once() {
    for limit in [1, 2, 16] {
        let bench = Bench::with(json!({ "maxPendingToolCalls": limit }), queueing());
        let value = bench.value(
            "const all = await Promise.all(Array.from({ length: 100 }, (_, n) => tools.echo({ n })));
             return all.every((a, n) => a.result.details.n === n)",
        );
        assert_eq!(value, true);
        let order: Vec<String> = bench.seen().into_iter().map(|call| call.input).collect();
        let expected: Vec<String> = (0..100).map(|n| format!(r#"{{"n":{n}}}"#)).collect();
        assert_eq!(order, expected, "limit {limit}");
        let most = bench.most_open_calls();
        println!("limit {limit}: at most {most} at once");
        assert!(most <= limit, "{most} > {limit}");
    }
}

#[test]
fn with_a_queue_chains_longer_than_the_limit_complete() {
    let bench = Bench::with(json!({ "maxPendingToolCalls": 2 }), queueing());
    let value = bench.value(
        "const two = async n => { await tools.echo({ n }); return (await tools.echo({ n: n * 2 })).result.details.n };
         return (await Promise.all(Array.from({ length: 20 }, (_, n) => two(n)))).reduce((a, b) => a + b)",
    );
    assert_eq!(value, 380);
    assert!(bench.most_open_calls() <= 2);
}

#[test]
fn with_a_queue_there_is_still_a_bound() {
    let bench = Bench::with(json!({ "maxPendingToolCalls": 1 }), queueing());
    let all = |n| {
        format!(
            "return (await Promise.all(Array.from({{ length: {n} }}, () => tools.echo({{}})))).length"
        )
    };
    assert_eq!(bench.value(&all(1024)), 1024);
    let seen = bench.seen().len();
    let result = bench.exec(&all(1025));
    assert_eq!(result["code"], "too_many_pending_tool_calls", "{result}");
    assert_eq!(bench.seen().len(), seen);
}

#[test]
fn queued_calls_of_a_parked_cell_go_on() {
    let bench = Bench::with(
        json!({ "maxPendingToolCalls": 1, "timeoutMs": 100 }),
        queueing(),
    );
    let (run, waiting) = bench.exec_waiting(
        "return (await Promise.all([1, 2, 3].map(n => tools.hold({ n })))).map(a => a.result.details)",
    );
    assert_eq!(
        waiting["pendingToolCalls"].as_array().map(Vec::len),
        Some(3)
    );
    for n in 1..=3 {
        let call = bench.held();
        assert_eq!(call.input, format!(r#"{{"n":{n}}}"#));
        bench.answer(&call, json!(n * 10));
    }
    assert_eq!(bench.wait(&run)["value"], json!([10, 20, 30]));
}

// ---- parked runs ----

#[test]
fn as_many_parked_runs_as_allowed_and_not_one_more() {
    let options = RuntimeOptions {
        max_suspended_runs: 3,
        ..RuntimeOptions::default()
    };
    let bench = Bench::with(json!({}), options);
    let code = "text('o'); await yield_control(); return 7";
    let runs: Vec<String> = (0..3).map(|_| bench.exec_waiting(code).0).collect();
    let result = bench.exec(code);
    failed(
        &result,
        "invalid_input",
        "too many suspended code mode runs.",
    );
    assert_eq!(result["output"][0]["text"], "o");
    assert_eq!(bench.stats()["suspendedRuns"], 3);
    // A run that is waited for makes room, and the room is there again when it has ended.
    assert_eq!(bench.wait(&runs[0])["value"], 7);
    let (run, _) = bench.exec_waiting(code);
    for run in [&run, &runs[1], &runs[2]] {
        assert_eq!(bench.wait(run)["value"], 7);
    }
    bench.assert_everything_ended();
}

#[test]
fn a_run_keeps_its_place_from_wait_to_wait() {
    let options = RuntimeOptions {
        max_suspended_runs: 1,
        ..RuntimeOptions::default()
    };
    let bench = Bench::with(json!({}), options);
    let (run, _) = bench.exec_waiting("await yield_control(); await yield_control(); return 8");
    assert_eq!(bench.wait(&run)["status"], "waiting");
    assert_eq!(bench.wait(&run)["value"], 8);
}

#[test]
fn bytes_of_parked_runs_are_limited_together() {
    let options = RuntimeOptions {
        max_suspended_bytes: 500_000,
        ..RuntimeOptions::default()
    };
    let bench = Bench::with(json!({}), options);
    let code = "const a = new Uint8Array(200_000); for (let i = 0; i < a.length; i++) a[i] = i; await yield_control(); return a.length";
    let (first, _) = bench.exec_waiting(code);
    let (second, _) = bench.exec_waiting(code);
    failed(
        &bench.exec(code),
        "invalid_input",
        "too many suspended code mode runs.",
    );
    assert_eq!(bench.wait(&first)["value"], 200_000);
    let (third, _) = bench.exec_waiting(code);
    for run in [second, third] {
        assert_eq!(bench.wait(&run)["value"], 200_000);
    }
    bench.assert_everything_ended();
}

// ---- expiry ----

#[test]
fn a_parked_run_expires_by_itself() {
    let bench = Bench::config(json!({ "snapshotTtlSeconds": 1 }));
    let ticket = bench.start(
        "tools.hold({}); await yield_control(); return 1",
        JavaScript,
    );
    let run = bench.result(ticket)["runId"]
        .as_str()
        .expect("waiting")
        .to_owned();
    // Nobody calls anything: the host hears of it.
    bench.until("the end is told", |bench| bench.ended(ticket));
    assert_eq!(bench.ended_count(ticket), 1);
    let refused = bench.start_wait(&run).expect_err("it has expired");
    assert_eq!(refused.code.as_str(), "snapshot_expired");
    assert_eq!(refused.message, "code mode run is unavailable or expired.");
    assert_eq!(bench.stats()["expired"], 1);
    bench.assert_everything_ended();
}

#[test]
fn a_run_that_is_waited_for_in_time_does_not_expire() {
    let bench = Bench::config(json!({ "snapshotTtlSeconds": 1 }));
    let (run, _) =
        bench.exec_waiting("await yield_control(); await yield_control(); return 'here'");
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(bench.wait(&run)["status"], "waiting");
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(bench.wait(&run)["value"], "here");
}

#[test]
fn a_wait_that_was_admitted_survives_the_ttl() {
    let bench = Bench::config(json!({ "snapshotTtlSeconds": 1, "timeoutMs": 5000 }));
    let (run, _) =
        bench.exec_waiting("await yield_control(); return (await tools.hold({})).result.details");
    let ticket = bench.start_wait(&run).expect("admitted");
    let call = bench.held();
    std::thread::sleep(Duration::from_millis(1500));
    bench.answer(&call, json!("after the ttl"));
    assert_eq!(bench.result(ticket)["value"], "after the ttl");
}

#[test]
fn a_wait_at_the_moment_of_expiry_is_either_refused_or_settled() {
    let bench = Bench::config(json!({ "snapshotTtlSeconds": 1 }));
    let runs: Vec<(String, Instant)> = (0..60)
        .map(|_| {
            let (run, _) = bench.exec_waiting("await yield_control(); return 1");
            (run, Instant::now() + Duration::from_secs(1))
        })
        .collect();
    let (mut settled, mut refused) = (0, 0);
    for (n, (run, at)) in runs.iter().enumerate() {
        // From two milliseconds before to two after.
        let at = *at - Duration::from_micros(2000) + Duration::from_micros(70 * n as u64);
        while Instant::now() < at {
            std::hint::spin_loop();
        }
        match bench.start_wait(run) {
            Ok(ticket) => {
                assert_eq!(bench.result(ticket)["value"], 1);
                settled += 1;
            }
            Err(failure) => {
                assert_eq!(failure.code.as_str(), "snapshot_expired");
                refused += 1;
            }
        }
    }
    println!("{settled} settled, {refused} refused");
    bench.assert_everything_ended();
}

// ---- timers ----

#[test]
fn as_many_timers_as_allowed_and_not_one_more() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let value = bench.value(
        "let fired = 0; for (let i = 0; i < 1024; i++) setTimeout(() => fired++, 1);
         let refused; try { setTimeout(() => {}, 1) } catch (e) { refused = e.message }
         await new Promise(r => queueMicrotask(r));
         while (fired < 1024) await tools.echo({});
         await new Promise(r => setTimeout(r, 1));
         return [fired, refused]",
    );
    assert_eq!(
        value,
        json!([1024, "too many timers: at most 1024 at once."])
    );
}

#[test]
fn cleared_timers_make_room_and_do_not_make_more() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    // Each of the pairs is due at once, and its first timer clears its second: counted out once.
    let value = bench.value(
        "for (let round = 0; round < 20; round++) {
           const ids = []; for (let i = 0; i < 20; i++) {
             let second; setTimeout(() => clearTimeout(second), 1); second = setTimeout(() => {}, 1); ids.push(second) }
           await new Promise(r => setTimeout(r, 2)); }
         let made = 0; try { for (;;) { setTimeout(() => {}, 60000); made++ } } catch {}
         return made",
    );
    assert_eq!(value, 1024);
}

// ---- what a result says of its calls ----

#[test]
fn a_result_lists_as_many_calls_as_allowed_and_counts_the_others() {
    let bench = Bench::new();
    for (made, listed) in [(MAX_RECORDS, MAX_RECORDS), (MAX_RECORDS + 1, MAX_RECORDS)] {
        let result = bench.exec(&format!(
            "for (let n = 0; n < {made}; n++) await tools.echo({{ n }})"
        ));
        assert_eq!(result["status"], "completed", "{result}");
        assert_eq!(result["calls"].as_array().map(Vec::len), Some(listed));
        assert_eq!(result["telemetry"]["callCount"], made);
    }
}

// ---- texts at the border ----

#[test]
fn an_input_over_the_cap_is_a_catchable_error() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 256 * MIB, "timeoutMs": 30_000 }));
    let value = bench.value(
        "const big = 'x'.repeat(1 << 20); let message; try { await tools.echo({ big }) } catch (e) { message = e.message }
         if (!(await tools.echo({ fits: 'x'.repeat((1 << 20) - 64) })).result.details.fits) return 'lost';
         return message",
    );
    assert_eq!(value, "code mode tool call input exceeds 1 MiB.");
}

#[test]
fn inputs_that_wait_together_are_bounded() {
    let bench = Bench::with(
        json!({ "memoryLimitBytes": 256 * MIB, "timeoutMs": 30_000, "maxPendingToolCalls": 1 }),
        queueing(),
    );
    let value = bench.value(
        "const big = 'x'.repeat((1 << 20) - 128);
         const all = await Promise.allSettled(Array.from({ length: 18 }, (_, n) => tools.fail({ n, message: big.slice(0, 3) , big })));
         return all.map(a => a.reason.message.slice(0, 60))",
    );
    let refusal = "inputs of pending code mode tool calls exceed 16 MiB.";
    let mut expected = vec!["xxx"; 16];
    expected.extend([refusal, refusal]);
    assert_eq!(value, json!(expected));
}

#[test]
fn an_answer_over_the_cap_rejects_the_call() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 256 * MIB, "timeoutMs": 30_000 }));
    let around = json!({ "details": "" }).to_string().len();
    let over = json!("tool result exceeds 16 MiB.");
    for (bytes, expected) in [
        (16 * MIB, json!(16 * MIB - around)),
        (16 * MIB + 1, over.clone()),
        (17 * MIB, over),
    ] {
        let ticket = bench.start(
            "try { return (await tools.hold({})).result.details.length } catch (e) { return e.message }",
            JavaScript,
        );
        let call = bench.held();
        let text = json!({ "details": "x".repeat(bytes - around) }).to_string();
        bench.runtime.answer(call.call, Ok(text));
        assert_eq!(bench.result(ticket)["value"], expected, "{bytes}");
    }
}

#[test]
fn an_answer_that_does_not_fit_the_heap_can_be_caught() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 4 * MIB, "timeoutMs": 30_000 }));
    let ticket = bench.start(
        "try { await tools.hold({}) } catch (e) { return e.message.slice(0, 30) }",
        JavaScript,
    );
    let call = bench.held();
    bench.answer(&call, json!("x".repeat(8 * MIB)));
    let result = bench.result(ticket);
    let message = result["value"].as_str().unwrap_or("");
    assert!(
        message.starts_with("tool result could not be read")
            || result["code"] == "memory_limit_exceeded",
        "{result}"
    );
    assert_eq!(bench.value("return 1"), 1);
}

#[test]
fn a_source_at_the_cap_runs_and_one_byte_more_is_refused() {
    let bench = Bench::config(json!({ "timeoutMs": 30_000 }));
    let code = |bytes: usize| format!("return 1 /*{}*/", "x".repeat(bytes - 13));
    assert_eq!(code(100).len(), 100);
    assert_eq!(bench.value(&code(MAX_SOURCE_BYTES)), 1);
    let result = bench.exec(&code(MAX_SOURCE_BYTES + 1));
    assert_eq!(result["code"], "invalid_input", "{result}");
    bench.assert_everything_ended();
}

#[test]
fn a_very_long_search_query_does_not_hold_the_thread() {
    let bench = Bench::config(json!({ "memoryLimitBytes": 512 * MIB, "timeoutMs": 20_000 }));
    let began = Instant::now();
    let value = bench.value("return (await tools.search('echo ' + 'abc '.repeat(8 << 20))).length");
    println!("32 MiB of query: {:.1?}", began.elapsed());
    assert_eq!(value, 1);
}
