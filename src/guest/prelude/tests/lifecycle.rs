//! Start, answers, timers, rejections and the end of a cell.

use super::harness::*;
use serde_json::json;

#[test]
fn a_guest_that_was_not_started_waits() {
    assert_eq!(Guest::new().idle(), 0);
}

#[test]
fn a_cell_without_host_work_is_finished_when_idle() {
    let guest = Guest::new();
    guest.start("return 1+1");
    assert_eq!(guest.idle(), 1);
    assert_eq!(guest.idle(), 1);
    assert_eq!(guest.log.borrow().finished, [(0, "2".to_owned())]);
}

#[test]
fn a_cell_waits_for_its_call() {
    let guest = Guest::new();
    guest.start("return (await ping({q: 1})).result.ok");
    assert_eq!(guest.idle(), 0);
    assert_eq!(
        guest.log.borrow().requests,
        [(1, "7".into(), Some("{\"q\":1}".into()))]
    );
    guest.deliver(1, true, r#"{"tool":{"id":"a"},"result":{"ok":[1]}}"#);
    assert_eq!(guest.value(), json!([1]));
}

#[test]
fn answers_settle_in_the_order_they_come() {
    let guest = Guest::new();
    guest.start("const seen = []; await Promise.all([1, 2, 3].map(async n => { seen.push([n, (await ping()).result]) })); return seen");
    for id in [3, 1, 2] {
        assert_eq!(guest.idle(), 0);
        guest.deliver(id, true, &format!("{{\"result\":{id}}}"));
    }
    assert_eq!(guest.value(), json!([[3, 3], [1, 1], [2, 2]]));
}

#[test]
fn an_answer_comes_only_once_and_only_to_its_request() {
    let guest = Guest::new();
    guest.start("return [await ping(), await ping()]");
    guest.deliver(9, true, "1");
    guest.deliver(1, true, "1");
    guest.deliver(1, true, "2");
    assert_eq!(guest.idle(), 0);
    guest.deliver(2, true, "3");
    assert_eq!(guest.value(), json!([1, 3]));
}

#[test]
fn a_fulfilled_cell_still_waits_for_calls_nobody_awaits() {
    let guest = Guest::new();
    guest.start("ping(); return 'done'");
    assert_eq!(guest.idle(), 0);
    guest.deliver(1, true, "{}");
    assert_eq!(guest.value(), json!("done"));
}

#[test]
fn a_rejection_nobody_handles_fails_the_cell() {
    let guest = Guest::new();
    guest.start("ping(); return 'done'");
    guest.deliver(1, false, r#"{"message":"no"}"#);
    let error = guest.error();
    assert_eq!(
        (&error["message"], &error["nested"]),
        (&json!("no"), &json!(true))
    );
    assert_eq!(
        error_of("Promise.reject(new Error('lost')); return 1")["message"],
        "lost"
    );
}

#[test]
fn the_first_of_several_unhandled_rejections_is_reported() {
    assert_eq!(
        error_of("Promise.reject(new Error('one')); Promise.reject(new Error('two'))")["message"],
        "one"
    );
}

#[test]
fn a_rejection_handled_late_is_handled() {
    let guest = Guest::new();
    guest.start("const p = Promise.reject(new Error('late')); await ping(); try { await p } catch { return 'caught' }");
    assert_eq!(guest.idle(), 0);
    guest.deliver(1, true, "{}");
    assert_eq!(guest.value(), json!("caught"));
}

#[test]
fn a_rejection_handled_at_once_is_handled() {
    assert_eq!(
        value_of("Promise.reject(1).catch(() => {}); return 1"),
        json!(1)
    );
}

#[test]
fn a_failed_cell_ends_at_once_whatever_is_pending() {
    let guest = Guest::new();
    guest.start("ping(); setTimeout(() => {}, 1e9); throw new Error('now')");
    assert_eq!(guest.error()["message"], "now");
}

#[test]
fn a_cell_that_nothing_can_settle_says_so() {
    let error = error_of("await new Promise(() => {})");
    assert_eq!(
        error["message"],
        "code mode promise is pending without host work"
    );
    assert_eq!(error["stalled"], true);
}

#[test]
fn the_cause_of_a_stall_is_reported_instead_of_the_stall() {
    let guest = Guest::new();
    guest.start(
        "await new Promise(done => setTimeout(() => { throw new Error('cause'); done() }, 5))",
    );
    assert_eq!(guest.idle(), 0);
    guest.fire(1);
    let error = guest.error();
    assert_eq!(
        (&error["message"], &error["stalled"]),
        (&json!("cause"), &json!(null))
    );
}

#[test]
fn timers_run_their_callbacks_with_arguments() {
    let guest = Guest::new();
    guest.start("return await new Promise(done => setTimeout((a, b) => done([a, b]), 20, 1, 2))");
    assert_eq!(guest.idle(), 0);
    assert_eq!(guest.log.borrow().timers, [(1, 20.0)]);
    guest.fire(1);
    assert_eq!(guest.value(), json!([1, 2]));
}

#[test]
fn delays_are_clamped() {
    let guest = Guest::new();
    guest.start("for (const d of [undefined, -1, NaN, '7', 1.9, 1e12, null]) setTimeout(() => {}, d); setTimeout(() => {})");
    let delays: Vec<f64> = guest.log.borrow().timers.iter().map(|t| t.1).collect();
    assert_eq!(delays, [0.0, 0.0, 0.0, 7.0, 1.0, 2147483647.0, 0.0, 0.0]);
}

#[test]
fn a_cleared_timer_neither_fires_nor_keeps_the_cell() {
    let guest = Guest::new();
    guest.start("const t = setTimeout(() => text('fired'), 5); clearTimeout(t); clearTimeout(t); clearTimeout(); clearTimeout({}); clearTimeout('99'); await new Promise(() => {})");
    assert_eq!(guest.log.borrow().cleared, [1]);
    guest.fire(1);
    assert_eq!(guest.error()["stalled"], true);
    assert!(guest.emitted().is_empty());
}

#[test]
fn timers_nobody_awaits_are_dropped_at_the_end() {
    let guest = Guest::new();
    guest.start("setTimeout(() => text('late'), 5); return 1");
    assert_eq!(guest.value(), json!(1));
}

#[test]
fn a_timer_that_throws_fails_the_cell() {
    let guest = Guest::new();
    guest.start("setTimeout(() => { throw new Error('tick') }, 1); await ping(); return 1");
    guest.fire(1);
    assert_eq!(guest.idle(), 0);
    guest.deliver(1, true, "{}");
    assert_eq!(guest.error()["message"], "tick");
}

#[test]
fn a_microtask_that_throws_fails_the_cell() {
    assert_eq!(
        error_of("queueMicrotask(() => { throw new Error('micro') }); return 1")["message"],
        "micro"
    );
}

#[test]
fn an_error_that_native_caught_fails_the_cell() {
    let guest = Guest::new();
    guest.start("return 1");
    guest.uncaught("new Error('from a job')");
    assert_eq!(guest.error()["message"], "from a job");
}

#[test]
fn callbacks_must_be_functions() {
    assert_eq!(error_of("setTimeout('text(1)', 1)")["name"], "TypeError");
    assert_eq!(error_of("queueMicrotask(1)")["name"], "TypeError");
}

#[test]
fn a_yield_resolves_to_its_reason() {
    for (argument, payload, reason) in [
        ("", "null", json!(null)),
        ("'later'", "\"later\"", json!("later")),
        ("{a: [1n]}", "{\"a\":[\"1\"]}", json!({"a": ["1"]})),
    ] {
        let guest = Guest::new();
        guest.start(&format!("return await yield_control({argument})"));
        assert_eq!(guest.idle(), 0);
        assert_eq!(
            guest.log.borrow().requests,
            [(5, "0".into(), Some(payload.into()))]
        );
        guest.deliver(1, true, "null");
        assert_eq!(
            guest.value(),
            json!({"status": "yielded", "reason": reason})
        );
    }
}

#[test]
fn a_final_value_that_fails_to_convert_fails_the_cell() {
    let guest = Guest::new();
    guest.start("return {toJSON() { ping(); throw new Error('conversion') }}");
    assert_eq!(guest.error()["message"], "conversion");
}

#[test]
fn calls_made_while_the_value_is_converted_are_awaited() {
    let guest = Guest::new();
    guest.start("return {toJSON() { ping(); return 1 }}");
    assert_eq!(guest.idle(), 0);
    guest.deliver(1, true, "{}");
    assert_eq!(guest.value(), json!(1));
}

#[test]
fn an_answer_that_cannot_be_read_rejects_its_call_alone() {
    let guest = Guest::new();
    guest.start("try { await ping() } catch (e) { return e.message }");
    guest.deliver(
        1,
        true,
        &format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)),
    );
    let value = guest.value();
    assert!(
        value
            .as_str()
            .unwrap()
            .starts_with("tool result could not be read: "),
        "{value}"
    );
}

fn answered(body: &str, answer: &str) -> serde_json::Value {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Ok("{\"entry\":4}".into()));
    guest.start(body);
    guest.deliver(1, true, answer);
    guest.value()
}

#[test]
fn call_gives_the_entry_and_the_result() {
    assert_eq!(
        answered(
            "return await call('x')",
            r#"{"tool":{"id":"x"},"result":{"details":{}}}"#
        ),
        json!({"tool": {"id": "x"}, "result": {"details": {}}})
    );
}

#[test]
fn call_resolves_the_key_and_asks_for_the_entry() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Ok("{\"entry\":4}".into()));
    guest.start("await call('a\"b', {x: 1})");
    let log = guest.log.borrow();
    assert_eq!(log.queries, [(3, "0".into(), "\"a\\\"b\"".into())]);
    assert_eq!(log.requests, [(1, "4".into(), Some("{\"x\":1}".into()))]);
}

#[test]
fn call_value_prefers_details_then_content() {
    for (result, value) in [
        (
            r#"{"content":[{"type":"text","text":"t"}],"details":{"a":1}}"#,
            json!({"a": 1}),
        ),
        (
            r#"{"content":[{"type":"text","text":"{\"b\":2}"}],"details":{}}"#,
            json!({"b": 2}),
        ),
        (
            r#"{"content":[{"type":"text","text":"{\"b\":2}"}],"details":null}"#,
            json!({"b": 2}),
        ),
        (
            r#"{"content":[{"type":"text","text":"plain"}]}"#,
            json!("plain"),
        ),
        (
            r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
            json!("a\nb"),
        ),
        (
            r#"{"content":[{"type":"json","json":{"c":3}}]}"#,
            json!({"c": 3}),
        ),
        (
            r#"{"content":[{"type":"image","data":"x"}]}"#,
            json!([{"type": "image", "data": "x"}]),
        ),
        (r#"{"content":[]}"#, json!([])),
        (r#"{"content":"[1]"}"#, json!([1])),
        (r#"{"details":{}}"#, json!({})),
        (r#"{"details":0}"#, json!(0)),
        (r#"{"details":[]}"#, json!([])),
        (r#"{"other":1}"#, json!({"other": 1})),
        ("\"bare\"", json!("bare")),
        ("null", json!(null)),
    ] {
        assert_eq!(
            answered("return await callValue('x')", result),
            value,
            "{result}"
        );
    }
}

#[test]
fn mcp_gives_the_servers_own_result() {
    for (result, value) in [
        (
            r#"{"content":[],"structuredContent":{"a":1},"isError":true,"_meta":{"t":1}}"#,
            json!({"content": [], "structuredContent": {"a": 1}, "isError": true}),
        ),
        (
            r#"{"content":[{"type":"text","text":"short"}],"details":{"content":[{"type":"text","text":"own"}],"isError":true,"_meta":1}}"#,
            json!({"content": [{"type": "text", "text": "own"}], "isError": true}),
        ),
        (
            r#"{"content":[],"details":{"structuredContent":{"a":1},"isError":true,"server":"s"}}"#,
            json!({"content": [], "details": {"structuredContent": {"a": 1}, "isError": true, "server": "s"},
                   "structuredContent": {"a": 1}, "isError": true}),
        ),
        (
            r#"{"content":[],"isError":false,"details":{"isError":true}}"#,
            json!({"content": [], "isError": false, "details": {"isError": true}}),
        ),
        (
            r#"{"contents":[{"_meta":1}]}"#,
            json!({"contents": [{"_meta": 1}]}),
        ),
        ("[1]", json!([1])),
        ("null", json!(null)),
    ] {
        let guest = Guest::new();
        guest.start("return await mcpTool({})");
        guest.deliver(1, true, result);
        assert_eq!(guest.value(), value, "{result}");
    }
}

#[test]
fn mcp_takes_one_plain_object_or_nothing() {
    for arguments in ["", "undefined"] {
        let guest = Guest::new();
        guest.start(&format!("await mcpTool({arguments})"));
        assert_eq!(guest.log.borrow().requests, [(3, "7".into(), None)]);
    }
    for arguments in ["{a: 1}", "Object.create(null)"] {
        let guest = Guest::new();
        guest.start(&format!("await mcpTool({arguments})"));
        assert!(guest.payloads()[0].is_some());
    }
    for arguments in [
        "null",
        "[]",
        "'x'",
        "1",
        "{}, {}",
        "undefined, undefined",
        "new Date",
        "new Map",
        "() => 1",
        "new (class A {})",
    ] {
        let error = error_of(&format!("await mcpTool({arguments})"));
        assert_eq!(
            error["message"], "MCP namespace tools accept one object argument.",
            "{arguments}"
        );
    }
}

#[test]
fn namespaces_give_details_or_the_result() {
    for (result, value) in [
        (r#"{"content":[1],"details":{"a":1}}"#, json!({"a": 1})),
        (
            r#"{"content":[1],"details":{}}"#,
            json!({"content": [1], "details": {}}),
        ),
        (r#"{"content":[1]}"#, json!({"content": [1]})),
    ] {
        let guest = Guest::new();
        guest.start("return await space(1)");
        assert_eq!(guest.log.borrow().requests[0].1, "crm\0tickets\0create");
        guest.deliver(1, true, result);
        assert_eq!(guest.value(), value);
    }
}

#[test]
fn queries_are_answered_at_once() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .extend((1..=7).map(|n| Ok(n.to_string())));
    guest.start(
        "return [await search('q'), await search('q\"', {limit: 3}), await describe('d'), await apiList(), await apiList('mcp/'),
         await apiRead('p'), await mcpApi()]",
    );
    assert_eq!(guest.value(), json!([1, 2, 3, 4, 5, 6, 7]));
    let queries: Vec<_> = guest
        .log
        .borrow()
        .queries
        .iter()
        .map(|q| (q.0, q.2.clone()))
        .collect();
    let expected = [
        (1, "{\"query\":\"q\"}"),
        (1, "{\"query\":\"q\\\"\",\"limit\":3}"),
        (2, "\"d\""),
        (4, "null"),
        (4, "\"mcp/\""),
        (5, "\"p\""),
        (6, "null"),
    ];
    assert_eq!(
        queries,
        expected.map(|(kind, args)| (kind, args.to_owned()))
    );
}

#[test]
fn the_api_of_a_server_takes_name_and_schema() {
    let guest = Guest::new();
    guest.start("await serverApi(); await serverApi('a', {schema: true}); await serverApi(null, {schema: 1})");
    let queries = guest.log.borrow().queries.clone();
    let expected = ["[null,null]", "[\"a\",{\"schema\":true}]", "[null,null]"];
    assert_eq!(
        queries,
        expected.map(|args| (7, "3".to_owned(), args.to_owned()))
    );
}

#[test]
fn wrong_arguments_reject_with_the_contracts_words() {
    for (call, message) in [
        ("search(5)", "search query must be a string."),
        ("search()", "search query must be a string."),
        (
            "search('x', {limit: 0})",
            "limit must be a positive integer.",
        ),
        (
            "search('x', {limit: 1.5})",
            "limit must be a positive integer.",
        ),
        (
            "search('x', {limit: '1'})",
            "limit must be a positive integer.",
        ),
        (
            "search('x', {limit: Infinity})",
            "limit must be a positive integer.",
        ),
        (
            "search('x', {limit: null})",
            "limit must be a positive integer.",
        ),
        ("describe({})", "describe id must be a string."),
        ("call()", "call id must be a string."),
        ("callValue(1)", "call id must be a string."),
        ("apiRead()", "invalid API file path"),
        ("apiList(1)", "invalid API file path"),
    ] {
        let guest = Guest::new();
        guest.start(&format!(
            "const p = {call}; try {{ await p }} catch (e) {{ return e.message }}"
        ));
        assert_eq!(guest.value(), json!(message), "{call}");
        assert!(guest.log.borrow().queries.is_empty());
    }
}

#[test]
fn an_error_of_a_query_rejects() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Err("Unknown API file: x".into()));
    guest.start("const p = apiRead('x'); try { await p } catch (e) { return e.message }");
    assert_eq!(guest.value(), json!("Unknown API file: x"));
}
