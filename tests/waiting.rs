//! Cells that wait: for tools, for `wait`, for their turn.

mod support;

use std::time::{Duration, Instant};

use code_mode::run::{OutputDelivery, RuntimeOptions, Scope};
use code_mode::source::Language::JavaScript;
use serde_json::{Value, json};
use support::{Bench, Dice, common};

fn quick() -> Bench {
    Bench::config(json!({ "timeoutMs": 100 }))
}

fn patient(inline_wait_ms: u64) -> Bench {
    let options = RuntimeOptions {
        inline_wait_ms: Some(inline_wait_ms),
        ..RuntimeOptions::default()
    };
    Bench::with(json!({ "timeoutMs": 20_000 }), options)
}

fn pending(result: &Value) -> Vec<String> {
    let list = result["pendingToolCalls"].as_array().expect("a list");
    list.iter()
        .map(|call| {
            let tool = call["tool"].as_str().unwrap_or("-");
            format!(
                "{} {} {tool}",
                call["id"].as_str().expect("an id"),
                call["method"].as_str().expect("a method")
            )
        })
        .collect()
}

/// Why a wait of this scope is refused: code and message.
fn refusal(bench: &Bench, run: &str, scope: &Scope) -> (String, String) {
    let failure = bench
        .start_wait_as(run, scope)
        .expect_err("the wait is refused");
    (failure.code.as_str().to_owned(), failure.message)
}

fn invalid(message: &str) -> (String, String) {
    ("invalid_input".into(), message.into())
}

// ---- who may wait ----

#[test]
fn an_unknown_run_is_unavailable() {
    let gone = invalid("code mode run is unavailable or expired.");
    let bench = common();
    assert_eq!(refusal(bench, "cm_nothing", &bench.scope), gone);
    assert_eq!(refusal(bench, "", &bench.scope), gone);
}

#[test]
fn a_finished_run_is_unavailable() {
    let bench = common();
    let (run, _) = bench.exec_waiting("await yield_control(); return 1");
    assert_eq!(bench.wait(&run)["value"], 1);
    let (failing, _) = bench.exec_waiting("await yield_control(); throw new Error('x')");
    assert_eq!(bench.wait(&failing)["status"], "failed");
    let gone = invalid("code mode run is unavailable or expired.");
    assert_eq!(refusal(bench, &run, &bench.scope), gone);
    assert_eq!(refusal(bench, &failing, &bench.scope), gone);
}

#[test]
fn another_scope_is_told_which_field_differs_and_changes_nothing() {
    let mut bench = Bench::new();
    let full = Scope {
        agent_id: Some("a".into()),
        session_id: Some("s".into()),
        session_key: Some("k".into()),
        run_id: Some("r".into()),
    };
    bench.scope = full.clone();
    let (run, _) = bench.exec_waiting("await yield_control(); return 'mine'");
    let other = Some("other".to_owned());
    let session = invalid("code mode run belongs to a different session.");
    for scope in [
        Scope {
            agent_id: other.clone(),
            ..full.clone()
        },
        Scope {
            session_id: other.clone(),
            ..full.clone()
        },
        Scope {
            session_key: other.clone(),
            ..full.clone()
        },
    ] {
        assert_eq!(refusal(&bench, &run, &scope), session);
    }
    let scope = Scope {
        run_id: other.clone(),
        ..full.clone()
    };
    assert_eq!(
        refusal(&bench, &run, &scope),
        invalid("code mode run belongs to a different agent run.")
    );
    // A field that one side lacks is not compared.
    let part = Scope {
        session_id: full.session_id.clone(),
        ..Scope::default()
    };
    let ticket = bench.start_wait_as(&run, &part).expect("admitted");
    assert_eq!(bench.result(ticket)["value"], "mine");
}

#[test]
fn another_scope_does_not_learn_how_a_run_ended() {
    let bench = Bench::new();
    let (run, _) = bench.exec_waiting("await yield_control(); return 1");
    assert_eq!(bench.runtime.abort_run(&bench.scope), 1);
    bench.until("it is gone", |bench| bench.stats()["suspendedRuns"] == 0);
    let other = Scope {
        session_id: Some("other".into()),
        ..Scope::default()
    };
    assert_eq!(
        refusal(&bench, &run, &other),
        invalid("code mode run belongs to a different session.")
    );
    let (code, message) = refusal(&bench, &run, &bench.scope);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("aborted", "code mode run was aborted.")
    );
}

#[test]
fn a_second_wait_at_the_same_time_is_refused_and_the_first_goes_on() {
    let bench = Bench::new();
    let (run, _) =
        bench.exec_waiting("await yield_control(); return (await tools.hold({})).result.details");
    let ticket = bench.start_wait(&run).expect("admitted");
    let call = bench.held();
    assert_eq!(
        refusal(&bench, &run, &bench.scope),
        invalid("code mode run is already being resumed.")
    );
    bench.answer(&call, json!("ok"));
    assert_eq!(bench.result(ticket)["value"], "ok");
}

// ---- runs and legs ----

#[test]
fn the_run_id_stays_the_same_from_wait_to_wait() {
    let bench = quick();
    let (run, first) = bench.exec_waiting(
        "const r = await tools.hold({}); await yield_control(); return r.result.details",
    );
    assert!(run.starts_with("cm_") && run.len() == 39, "{run}");
    assert_eq!(pending(&first), ["1 call hold"]);
    for _ in 0..3 {
        let again = bench.wait(&run);
        assert_eq!(again["status"], "waiting", "{again}");
        assert_eq!(again["runId"], json!(run));
        assert_eq!(pending(&again), ["1 call hold"]);
    }
    bench.answer(&bench.held(), json!(5));
    let yielded = bench.wait(&run);
    assert_eq!(
        (&yielded["runId"], &yielded["reason"]),
        (&json!(run), &json!("yield")),
        "{yielded}"
    );
    let done = bench.wait(&run);
    assert_eq!(done["value"], 5);
    assert_eq!(done["telemetry"]["waitCount"], 5);
}

#[test]
fn a_wait_lasts_its_own_timeout_and_not_longer() {
    let bench = quick();
    let (run, _) = bench.exec_waiting("await tools.hold({})");
    let began = Instant::now();
    assert_eq!(bench.wait(&run)["status"], "waiting");
    let took = began.elapsed();
    assert!(took >= Duration::from_millis(100), "{took:?}");
    assert!(took < Duration::from_millis(1500), "{took:?}");
    assert_eq!(bench.runtime.abort_run(&bench.scope), 1);
}

#[test]
fn a_wait_returns_as_soon_as_the_cell_is_done() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let (run, _) = bench.exec_waiting(
        "await yield_control(); return (await tools.echo({ a: 1 })).result.details.a",
    );
    let began = Instant::now();
    assert_eq!(bench.wait(&run)["value"], 1);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn only_what_is_not_settled_is_listed_as_pending() {
    let bench = quick();
    let (run, result) = bench.exec_waiting(
        "const a = tools.hold({ n: 1 }), b = tools.echo({}), c = MCP.docs.createPage({ title: 't' }), d = tools.hold({ n: 2 });
         await Promise.all([a, b, c, d]); return 'all'",
    );
    assert_eq!(result["reason"], "pending_tools");
    assert_eq!(pending(&result), ["1 call hold", "4 call hold"]);
    bench.answer(&bench.held(), json!(1));
    let result = bench.wait(&run);
    assert_eq!(pending(&result).len(), 1, "{result}");
    bench.answer(&bench.held(), json!(2));
    assert_eq!(bench.wait(&run)["value"], "all");
}

#[test]
fn one_slow_call_does_not_hold_up_another_answer() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let ticket = bench.start(
        "const order = []; const slow = tools.hold({}).then(() => order.push('slow'));
         for (let i = 0; i < 3; i++) { await tools.echo({}); order.push(i) } tools.hold({ done: true }); await slow; return order",
        JavaScript,
    );
    let slow = bench.held();
    // The three others have been answered when the second held call is made.
    let last = bench.held();
    bench.answer(&slow, json!(0));
    bench.answer(&last, json!(0));
    assert_eq!(bench.result(ticket)["value"], json!([0, 1, 2, "slow"]));
}

// ---- yields ----

#[test]
fn a_yield_beside_a_pending_call_is_pending_tools() {
    let bench = Bench::new();
    let (run, result) = bench.exec_waiting("const c = tools.hold({}); const y = await yield_control({ step: 1 }); return [y, (await c).result.details]");
    assert_eq!(result["reason"], "pending_tools");
    assert_eq!(pending(&result), ["1 call hold", "2 yield -"]);
    bench.answer(&bench.held(), json!("c"));
    assert_eq!(
        bench.wait(&run)["value"],
        json!([{ "status": "yielded", "reason": { "step": 1 } }, "c"])
    );
}

#[test]
fn yields_alone_are_a_yield_and_all_are_resumed_in_order() {
    let bench = Bench::new();
    let (run, result) = bench.exec_waiting(
        "const seen = []; await Promise.all(['a', undefined, 'c'].map(async r => { const y = await yield_control(r); seen.push(y.reason) })); return seen",
    );
    assert_eq!(result["reason"], "yield");
    assert_eq!(pending(&result), ["1 yield -", "2 yield -", "3 yield -"]);
    assert_eq!(bench.wait(&run)["value"], json!(["a", null, "c"]));
}

#[test]
fn a_yield_that_is_not_awaited_suspends_all_the_same() {
    let (run, result) = common().exec_waiting("yield_control('soon'); return 'value'");
    assert_eq!(result["reason"], "yield");
    assert_eq!(common().wait(&run)["value"], "value");
}

// ---- output ----

#[test]
fn output_is_cumulative_and_says_what_is_new() {
    let bench = Bench::new();
    let code = "text('a'); await yield_control(); text('b'); json({ c: 1 }); await yield_control(); await yield_control(); text('d')";
    let (run, first) = bench.exec_waiting(code);
    assert_eq!(
        (
            first["output"].as_array().map(Vec::len),
            &first["outputSince"]
        ),
        (Some(1), &json!(0))
    );
    let expected = [(3, 1), (3, 3), (4, 3)];
    for (items, since) in expected {
        let result = bench.wait(&run);
        assert_eq!(
            result["output"].as_array().map(Vec::len),
            Some(items),
            "{result}"
        );
        assert_eq!(result["outputSince"], since, "{result}");
        assert_eq!(result["output"][0], json!({ "type": "text", "text": "a" }));
    }
}

#[test]
fn incremental_output_shows_each_item_once() {
    let options = RuntimeOptions {
        output_delivery: OutputDelivery::Incremental,
        ..RuntimeOptions::default()
    };
    let bench = Bench::with(json!({}), options);
    let (run, first) = bench.exec_waiting(
        "text('a'); await yield_control(); text('b'); text('c'); await yield_control(); await yield_control(); text('d'); throw new Error('end')",
    );
    let mut shown = vec![first];
    for _ in 0..3 {
        shown.push(bench.wait(&run));
    }
    let texts: Vec<Vec<&str>> = shown
        .iter()
        .map(|result| {
            let items = result["output"]
                .as_array()
                .map(Vec::as_slice)
                .unwrap_or_default();
            items
                .iter()
                .filter_map(|item| item["text"].as_str())
                .collect()
        })
        .collect();
    assert_eq!(texts, [vec!["a"], vec!["b", "c"], vec![], vec!["d"]]);
    assert_eq!(shown[3]["status"], "failed");
    assert_eq!(shown[3]["outputSince"], 3);
}

// ---- deadlines ----

#[test]
fn inline_wait_ends_the_leg_before_its_timeout() {
    let bench = patient(50);
    let began = Instant::now();
    let (run, result) = bench.exec_waiting("return (await tools.hold({})).result.details");
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(result["reason"], "pending_tools");
    let began = Instant::now();
    assert_eq!(bench.wait(&run)["status"], "waiting");
    assert!(began.elapsed() < Duration::from_secs(5));
    bench.answer(&bench.held(), json!("late"));
    assert_eq!(bench.wait(&run)["value"], "late");
}

#[test]
fn inline_wait_does_not_stop_a_cell_that_computes() {
    let bench = patient(20);
    let value = bench.value(
        "let n = 0; const end = Date.now() + 150; while (Date.now() < end) n++; return n > 0",
    );
    assert_eq!(value, true);
}

#[test]
fn only_timers_pending_at_the_deadline_is_waiting_and_goes_on() {
    let bench = quick();
    let (run, result) =
        bench.exec_waiting("await new Promise(r => setTimeout(r, 250)); return 'rang'");
    assert_eq!(result["reason"], "pending_tools");
    assert_eq!(pending(&result), Vec::<String>::new());
    std::thread::sleep(Duration::from_millis(250));
    assert_eq!(bench.wait(&run)["value"], "rang");
}

#[test]
fn timers_that_nothing_awaits_are_dropped() {
    let began = Instant::now();
    assert_eq!(
        common().value("setTimeout(() => text('never'), 60000); return 1"),
        1
    );
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn timers_that_are_due_while_parked_ring_in_order_at_the_next_wait() {
    let (run, _) = common().exec_waiting(
        "const seen = []; for (const ms of [30, 10, 20]) setTimeout(() => seen.push(ms), ms);
         await yield_control(); await new Promise(r => setTimeout(r, 60)); return seen",
    );
    std::thread::sleep(Duration::from_millis(40));
    assert_eq!(common().wait(&run)["value"], json!([10, 20, 30]));
}

/// An answer and the deadline at the same moment: one outcome or the other, never a third.
#[test]
fn answers_at_the_deadline_complete_or_wait_and_never_time_out() {
    let bench = quick();
    let (mut completed, mut waited) = (0, 0);
    for n in 0..60_u64 {
        let began = Instant::now();
        let ticket = bench.start("return (await tools.hold({})).result.details", JavaScript);
        let call = bench.held();
        let at = began + Duration::from_micros(92_000 + n * 150);
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        bench.answer(&call, json!(n));
        let result = bench.result(ticket);
        let run = result["runId"].as_str().map(str::to_owned);
        match run {
            Some(run) => {
                assert_eq!(result["status"], "waiting", "{result}");
                // On a crowded machine a `wait` of 100 ms may be over before it gets a thread.
                let mut result = bench.wait(&run);
                while result["status"] == "waiting" {
                    result = bench.wait(&run);
                }
                assert_eq!(result["value"], n, "{result}");
                waited += 1;
            }
            None => {
                assert_eq!(result["value"], n, "{result}");
                completed += 1;
            }
        }
    }
    println!("{completed} completed, {waited} waited");
    bench.assert_everything_ended();
}

// ---- approvals ----

#[test]
fn an_approval_of_three_timeouts_does_not_end_the_exec() {
    let bench = Bench::config(json!({ "timeoutMs": 200 }));
    let began = Instant::now();
    let ticket = bench.start("return (await tools.hold({})).result.details", JavaScript);
    let call = bench.held();
    bench.runtime.hold_deadline(call.call);
    std::thread::sleep(Duration::from_millis(600));
    assert!(!bench.has_result(ticket));
    bench.runtime.release_deadline(call.call);
    bench.answer(&call, json!("approved"));
    assert_eq!(bench.result(ticket)["value"], "approved");
    assert!(began.elapsed() >= Duration::from_millis(600));
}

#[test]
fn after_an_approval_the_rest_of_the_time_runs() {
    let bench = Bench::config(json!({ "timeoutMs": 200 }));
    let ticket = bench.start("await tools.hold({})", JavaScript);
    let call = bench.held();
    bench.runtime.hold_deadline(call.call);
    std::thread::sleep(Duration::from_millis(400));
    let released = Instant::now();
    bench.runtime.release_deadline(call.call);
    let (result, at) = bench.result_at(ticket);
    assert_eq!(result["status"], "waiting", "{result}");
    assert!(
        at - released < Duration::from_millis(1500),
        "{:?}",
        at - released
    );
    assert_eq!(bench.runtime.abort_run(&bench.scope), 1);
}

#[test]
fn overlapping_approvals_hold_until_the_last_is_over() {
    let bench = Bench::config(json!({ "timeoutMs": 200 }));
    let ticket = bench.start(
        "return (await Promise.all([1, 2].map(n => tools.hold({ n })))).map(a => a.result.details)",
        JavaScript,
    );
    let (one, two) = (bench.held(), bench.held());
    bench.runtime.hold_deadline(one.call);
    bench.runtime.hold_deadline(two.call);
    std::thread::sleep(Duration::from_millis(300));
    bench.runtime.release_deadline(one.call);
    bench.answer(&one, json!("one"));
    std::thread::sleep(Duration::from_millis(300));
    assert!(!bench.has_result(ticket));
    bench.runtime.release_deadline(two.call);
    bench.answer(&two, json!("two"));
    assert_eq!(bench.result(ticket)["value"], json!(["one", "two"]));
}

#[test]
fn an_answer_ends_the_hold_of_its_call() {
    let bench = Bench::config(json!({ "timeoutMs": 200 }));
    let ticket = bench.start(
        "await tools.hold({ n: 1 }); await tools.hold({ n: 2 })",
        JavaScript,
    );
    let one = bench.held();
    bench.runtime.hold_deadline(one.call);
    bench.runtime.hold_deadline(one.call);
    bench.answer(&one, json!(null));
    bench.held();
    // Nobody released; a late release of what is over changes nothing.
    bench.runtime.release_deadline(one.call);
    assert_eq!(bench.result(ticket)["status"], "waiting");
    assert_eq!(bench.runtime.abort_run(&bench.scope), 1);
}

#[test]
fn an_approval_lasts_into_the_next_wait() {
    let bench = Bench::config(json!({ "timeoutMs": 200 }));
    let ticket = bench.start(
        "const c = tools.hold({}); await yield_control(); return (await c).result.details",
        JavaScript,
    );
    let call = bench.held();
    bench.runtime.hold_deadline(call.call);
    let run = bench.result(ticket)["runId"]
        .as_str()
        .expect("waiting")
        .to_owned();
    let wait = bench.start_wait(&run).expect("admitted");
    std::thread::sleep(Duration::from_millis(600));
    assert!(!bench.has_result(wait));
    bench.runtime.release_deadline(call.call);
    bench.answer(&call, json!("approved"));
    assert_eq!(bench.result(wait)["value"], "approved");
}

#[test]
fn a_hold_gives_a_computing_guest_no_more_time() {
    let bench = Bench::config(json!({ "timeoutMs": 300 }));
    let began = Instant::now();
    let ticket = bench.start(
        "tools.hold({}); await new Promise(r => setTimeout(r, 60)); for (;;) {}",
        JavaScript,
    );
    let call = bench.held();
    bench.runtime.hold_deadline(call.call);
    let (result, at) = bench.result_at(ticket);
    assert_eq!(result["code"], "timeout", "{result}");
    assert!(at - began < Duration::from_millis(2000), "{:?}", at - began);
}

// ---- answers ----

#[test]
fn answers_that_come_while_parked_are_delivered_in_the_order_of_arrival() {
    let bench = quick();
    let (run, _) = bench.exec_waiting(
        "const seen = []; await Promise.all([0, 1, 2, 3].map(n => tools.hold({ n }).then(() => seen.push(n)))); return seen",
    );
    let calls: Vec<_> = (0..4).map(|_| bench.held()).collect();
    for n in [2, 0, 3, 1] {
        let call = calls
            .iter()
            .find(|call| call.input == format!(r#"{{"n":{n}}}"#));
        bench.answer(call.expect("it was held"), json!(n));
    }
    assert_eq!(bench.wait(&run)["value"], json!([2, 0, 3, 1]));
}

#[test]
fn second_and_late_answers_are_ignored() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let ticket = bench.start(
        "const a = (await tools.hold({})).result.details; const b = (await tools.hold({})).result.details; return [a, b]",
        JavaScript,
    );
    let first = bench.held();
    for text in ["1", "2", "3"] {
        bench
            .runtime
            .answer(first.call, Ok(format!(r#"{{"details":{text}}}"#)));
    }
    bench
        .runtime
        .answer(first.call, Err(r#"{"message":"no"}"#.into()));
    let second = bench.held();
    bench
        .runtime
        .answer(first.call, Ok(r#"{"details":4}"#.into()));
    bench
        .runtime
        .answer(second.call, Ok(r#"{"details":"b"}"#.into()));
    assert_eq!(bench.result(ticket)["value"], json!([1, "b"]));
    bench.runtime.answer(second.call, Ok("null".into()));
    bench.runtime.answer(u64::MAX, Ok("null".into()));
    bench.runtime.answer(0, Err("nonsense".into()));
    assert_eq!(bench.value("return 1"), 1);
}

#[test]
fn answers_that_are_no_json_reject_the_call() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    for outcome in [
        Ok("{nonsense".to_owned()),
        Err("nonsense".to_owned()),
        Err("null".to_owned()),
        Err(r#"{"message":7}"#.to_owned()),
    ] {
        let ticket = bench.start(
            "try { await tools.hold({}); return 'resolved' } catch (e) { return [e instanceof Error, typeof e.message] }",
            JavaScript,
        );
        let call = bench.held();
        bench.runtime.answer(call.call, outcome.clone());
        assert_eq!(
            bench.result(ticket)["value"],
            json!([true, "string"]),
            "{outcome:?}"
        );
    }
}

#[test]
fn the_message_of_a_failed_call_reaches_the_guest_whole() {
    let message = "line\n\"quoted\" \\ \u{1F600} \u{2028} \u{0}";
    let value = common().value(&format!(
        "try {{ await tools.fail({{ message: {} }}) }} catch (e) {{ return e.message }}",
        json!(message)
    ));
    assert_eq!(value, message);
}

// ---- what is not awaited ----

#[test]
fn calls_that_are_not_awaited_are_made_and_waited_for() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let ticket = bench.start(
        "tools.hold({ n: 1 }); tools.echo({ n: 2 }); return 'early'",
        JavaScript,
    );
    let call = bench.held();
    std::thread::sleep(Duration::from_millis(30));
    assert!(!bench.has_result(ticket));
    bench.answer(&call, json!(null));
    assert_eq!(bench.result(ticket)["value"], "early");
    assert_eq!(bench.seen().len(), 2);
}

#[test]
fn a_call_that_is_not_awaited_and_not_answered_is_waiting_at_the_deadline() {
    let bench = quick();
    let (run, result) = bench.exec_waiting("tools.hold({}); return 'value'");
    assert_eq!(pending(&result), ["1 call hold"]);
    bench.answer(&bench.held(), json!(null));
    assert_eq!(bench.wait(&run)["value"], "value");
}

#[test]
fn a_rejection_that_nothing_handles_fails_the_cell() {
    let result = common().exec("tools.fail({ message: 'lost' }); return 'fine?'");
    assert_eq!(
        (&result["code"], &result["error"]),
        (&json!("nested_tool_failed"), &json!("lost")),
        "{result}"
    );
    let result = common().exec("Promise.reject(new RangeError('own')); return 'fine?'");
    assert_eq!(
        (&result["code"], &result["error"]),
        (&json!("internal_error"), &json!("RangeError: own")),
        "{result}"
    );
}

#[test]
fn a_rejection_that_is_handled_late_is_handled() {
    let value = common().value(
        "const lost = tools.fail({ message: 'late' }); await tools.echo({}); await tools.echo({});
         try { await lost } catch (e) { return e.message }",
    );
    assert_eq!(value, "late");
}

#[test]
fn a_promise_that_can_never_settle_is_an_error() {
    let result = common().exec("text('x'); await new Promise(() => {})");
    assert_eq!(result["code"], "internal_error", "{result}");
    assert_eq!(
        result["error"],
        "code mode promise is pending without host work"
    );
    let (run, _) = common().exec_waiting("await yield_control(); await new Promise(() => {})");
    assert_eq!(
        common().wait(&run)["error"],
        "code mode promise is pending without host work"
    );
}

#[test]
fn a_promise_that_a_timer_settles_can_settle() {
    assert_eq!(
        common().value("return await new Promise(r => setTimeout(() => r(3), 5))"),
        3
    );
}

#[test]
fn a_cell_that_has_failed_makes_no_more_calls() {
    let bench = Bench::new();
    let result = bench.exec("tools.echo({}); tools.echo({}); throw new Error('first')");
    assert_eq!(result["error"], "first", "{result}");
    assert_eq!(bench.seen().len(), 0);
}

// ---- more cells than slots ----

#[test]
fn two_hundred_parked_cells_resume_in_any_order() {
    let bench = Bench::config(json!({ "timeoutMs": 20_000 }));
    let mut dice = Dice(0xcafe);
    let mut parked: Vec<(usize, String)> = (0..200)
        .map(|n| {
            let (run, _) = bench.exec_waiting(&format!(
                "const list = Array.from({{ length: {n} + 5 }}, (_, i) => ({{ i, s: 'k' + i }})); const m = new Map(list.map(o => [o.s, o]));
                 const y = await yield_control({n}); list.push({{ i: -1 }});
                 const r = await tools.echo({{ n: {n} }}); await yield_control();
                 return [y.reason, list.length, m.get('k4').i, r.result.details.n]"
            ));
            (n, run)
        })
        .collect();
    assert_eq!(bench.stats()["suspendedRuns"], 200);
    for leg in 0..2 {
        for at in (1..parked.len()).rev() {
            parked.swap(at, dice.roll(at + 1));
        }
        for (n, run) in &parked {
            let result = bench.wait(run);
            if leg == 0 {
                assert_eq!(result["status"], "waiting", "{result}");
            } else {
                assert_eq!(result["value"], json!([n, n + 6, 4, n]), "{result}");
            }
        }
    }
    let stats = bench.stats();
    println!(
        "{} slots, {} restores",
        stats["slots"], stats["restoreCount"]
    );
    bench.assert_everything_ended();
}

#[test]
fn cells_that_wait_inline_may_lose_their_slots_and_get_their_answers() {
    let bench = Bench::config(json!({ "timeoutMs": 60_000, "maxPendingToolCalls": 4 }));
    let mut dice = Dice(0xbeef);
    let tickets: Vec<u64> = (0..150)
        .map(|n| {
            let code = format!(
                "const own = {{ n: {n}, a: Array({n}).fill({n}) }};
                 const [x, y] = await Promise.all([tools.hold({{ n: {n}, k: 1 }}), tools.hold({{ n: {n}, k: 2 }})]);
                 const z = await tools.hold({{ n: {n}, k: 3 }});
                 return [own.n, own.a.length, x.result.details, y.result.details, z.result.details]"
            );
            bench.start(&code, JavaScript)
        })
        .collect();
    let answer = |call: &code_mode::run::NestedCall| {
        let input: Value = serde_json::from_str(&call.input).expect("JSON");
        let sum = input["n"].as_i64().expect("n") * 10 + input["k"].as_i64().expect("k");
        bench.answer(call, json!(sum));
    };
    let mut calls: Vec<_> = (0..300).map(|_| bench.held()).collect();
    for at in (1..calls.len()).rev() {
        calls.swap(at, dice.roll(at + 1));
    }
    calls.iter().for_each(answer);
    for _ in 0..150 {
        answer(&bench.held());
    }
    for (n, ticket) in tickets.into_iter().enumerate() {
        let expected = json!([n, n, n * 10 + 1, n * 10 + 2, n * 10 + 3]);
        assert_eq!(bench.result(ticket)["value"], expected);
    }
    bench.assert_everything_ended();
}
