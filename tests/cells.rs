//! Cells through the core, without Node.

mod support;

use serde_json::json;
use support::{Bench, common};

#[test]
fn a_cell_returns_its_value() {
    assert_eq!(common().value("return 1+1"), json!(2));
}

#[test]
fn a_cell_without_return_gives_null() {
    assert_eq!(common().value("1+1"), json!(null));
}

#[test]
fn a_nested_call_gives_the_compact_entry_and_the_result() {
    assert_eq!(
        common().value("return await tools.call('openclaw:core:echo', { a: 1 })"),
        json!({
            "tool": { "id": "openclaw:core:echo", "name": "echo", "description": "The echo tool.", "source": "openclaw", "sourceName": "core" },
            "result": { "content": [{ "type": "text", "text": "{\"a\":1}" }], "details": { "a": 1 } }
        })
    );
}

#[test]
fn calls_run_in_parallel_and_join() {
    let value = common().value("return (await Promise.all([1,2,3,4].map(n => tools.echo({ n })))).map(r => r.result.details.n)");
    assert_eq!(value, json!([1, 2, 3, 4]));
}

#[test]
fn a_failing_tool_can_be_caught_and_keeps_its_code() {
    let value = common().value("try { await tools.fail({ message: 'no' }) } catch (e) { return [e.message, e.code, e instanceof Error] }");
    assert_eq!(value, json!(["no", "E_FAIL", true]));
}

#[test]
fn an_uncaught_tool_failure_is_nested_tool_failed_with_the_cells_line() {
    let result = common().exec("const x = 1;\nawait tools.fail({})");
    assert_eq!(result["code"], "nested_tool_failed", "{result}");
    assert_eq!(result["error"], "it failed");
    assert_eq!(result["location"]["line"], 2);
}

#[test]
fn mcp_tools_are_called_through_their_namespace_with_defaults() {
    let value = common().value("return await MCP.docs.createPage({ title: 'T' })");
    assert_eq!(value["details"], json!({ "title": "T", "draft": true }));
}

#[test]
fn mcp_entries_are_unknown_to_tools_call() {
    let value = common().value(
        "try { await tools.call('mcp:docs:docs__create_page') } catch (e) { return e.message }",
    );
    assert!(
        value
            .as_str()
            .unwrap_or("")
            .starts_with("Unknown tool id: "),
        "{value}"
    );
}

#[test]
fn search_and_describe_are_answered_inside() {
    let value = common().value("const [hit] = await tools.search('echo'); return [hit.id, (await tools.describe(hit.id)).parameters]");
    assert_eq!(value, json!(["openclaw:core:echo", {}]));
}

#[test]
fn the_catalog_is_listed_without_mcp_and_frozen() {
    let value = common().value("return [ALL_TOOLS.map(t => t.name), Object.isFrozen(ALL_TOOLS[0]), Object.isFrozen(tools), Object.isFrozen(tools.echo), Object.keys(tools), Object.keys(MCP), Object.keys(MCP.docs)]");
    assert_eq!(
        value,
        json!([
            ["echo", "fail", "hold"],
            true,
            true,
            true,
            [
                "search",
                "describe",
                "call",
                "callValue",
                "echo",
                "fail",
                "hold"
            ],
            ["$api", "docs"],
            ["$api", "$serverName", "createPage"]
        ])
    );
}

#[test]
fn a_slow_tool_makes_the_cell_wait_and_wait_completes_it() {
    let bench = Bench::config(json!({ "timeoutMs": 150 }));
    let waiting = bench.exec("text('before'); const r = await tools.hold({ k: 1 }); text('after'); return r.result.details");
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    assert_eq!(waiting["reason"], "pending_tools");
    assert_eq!(waiting["pendingToolCalls"][0]["tool"], "hold");
    let run_id = waiting["runId"].as_str().expect("a run id");
    let call = bench.held();
    bench
        .runtime
        .answer(call.call, Ok(json!({ "details": "done" }).to_string()));
    let result = bench.wait(run_id);
    assert_eq!(result["value"], "done", "{result}");
    assert_eq!(result["output"][1]["text"], "after");
    assert_eq!(result["outputSince"], 1);
    let refused = bench
        .start_wait(run_id)
        .expect_err("a finished run cannot be waited for");
    assert_eq!(refused.message, "code mode run is unavailable or expired.");
}

#[test]
fn yield_control_suspends_and_wait_resumes() {
    let waiting = common().exec("const r = await yield_control('look'); return r");
    assert_eq!(
        (&waiting["status"], &waiting["reason"]),
        (&json!("waiting"), &json!("yield")),
        "{waiting}"
    );
    let result = common().wait(waiting["runId"].as_str().expect("a run id"));
    assert_eq!(
        result["value"],
        json!({ "status": "yielded", "reason": "look" })
    );
}

#[test]
fn timers_fire_in_order_and_survive_a_suspension() {
    let bench = Bench::config(json!({ "timeoutMs": 100 }));
    let waiting = bench.exec("const seen = []; setTimeout(() => seen.push('b'), 40); setTimeout(() => seen.push('a'), 20); await new Promise(r => setTimeout(r, 250)); return seen");
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(
        bench.wait(waiting["runId"].as_str().expect("a run id"))["value"],
        json!(["a", "b"])
    );
}

#[test]
fn an_endless_loop_times_out_and_the_next_cell_works() {
    let bench = Bench::config(json!({ "timeoutMs": 100 }));
    let result = bench.exec("while (true) {}");
    assert_eq!(result["code"], "timeout", "{result}");
    assert_eq!(result["error"], "code mode timeout exceeded");
    assert_eq!(bench.value("return 5"), json!(5));
}

#[test]
fn random_numbers_differ_between_cells() {
    let (a, b) = (
        common().value("return Math.random()"),
        common().value("return Math.random()"),
    );
    assert_ne!(a, b);
}

#[test]
fn a_cell_that_only_the_engine_refuses_fails_at_once() {
    // A duplicate label of a kind that parsers differ about: whoever refuses it, the cell fails.
    let result = common().exec("let a = 1;\nlet a = 2;");
    assert_eq!(result["status"], "failed", "{result}");
    assert_eq!(result["code"], "internal_error");
}

#[test]
fn an_early_error_inside_eval_is_the_guests_own() {
    let value = common().value("try { eval('let b = 1; let b = 2') } catch (e) { return e.name }");
    assert_eq!(value, json!("SyntaxError"));
}

#[test]
fn an_error_comes_with_the_line_it_happened_on() {
    let result = common().exec("const a = 1;\n  null.x;\n");
    assert_eq!(
        result["error"],
        "TypeError: cannot read property 'x' of null"
    );
    assert_eq!(result["excerpt"], "null.x;");
    assert_eq!(result["location"]["line"], 2);
}

#[test]
fn an_undefined_tool_name_is_answered_with_how_to_call_it() {
    assert_eq!(
        common().exec("return await echo({})")["hint"],
        "Tools are called as tools.echo(input)."
    );
    let result = common().exec("return await tools.echo_all({})");
    let hint = result["hint"].as_str().unwrap_or_default();
    assert!(hint.contains("tools.echo(input)"), "{result}");
}

#[test]
fn a_missing_await_is_pointed_out() {
    let result = common().exec("const r = tools.echo({});\nreturn r.result.details");
    assert_eq!(
        result["hint"],
        "A tool call returns a promise: put `await` before it."
    );
}

#[test]
fn types_in_javascript_are_pointed_out_with_their_place() {
    for code in [
        "const a: number = 1; return a",
        "let x: string[] = []; return x",
        "const x = 1 as any",
    ] {
        let result = common().exec(code);
        assert_eq!(result["location"]["line"], 1, "{result}");
        let hint = result["hint"].as_str().unwrap_or_default();
        let told = hint.contains("typescript")
            || result["error"]
                .as_str()
                .unwrap_or_default()
                .contains("typescript");
        assert!(told, "{result}");
    }
    let result = common().exec("const a = 1;\n\nconst a = 2;");
    assert_eq!(result["location"]["line"], 3, "{result}");
}
