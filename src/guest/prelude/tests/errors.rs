//! What an uncaught error tells the model.

use super::harness::*;
use serde_json::json;

#[test]
fn a_plain_error_is_its_message() {
    let error = error_of("throw new Error('boom')");
    assert_eq!(error["message"], "boom");
    assert_eq!(error["name"], "Error");
    assert_eq!(error["nested"], false);
    assert_eq!(error["tooMany"], false);
    assert_eq!(error["oom"], false);
    assert_eq!(error.get("code"), None);
}

#[test]
fn other_kinds_say_their_name() {
    assert_eq!(
        error_of("null.x")["message"],
        "TypeError: cannot read property 'x' of null"
    );
    assert_eq!(
        error_of("nope")["message"],
        "ReferenceError: nope is not defined"
    );
    assert_eq!(error_of("eval('1 +')")["name"], "SyntaxError");
    assert_eq!(
        error_of("class Mine extends Error { name = 'Mine' } throw new Mine('m')")["message"],
        "Mine: m"
    );
    assert_eq!(error_of("atob('$')")["name"], "InvalidCharacterError");
}

#[test]
fn an_error_without_message_is_its_name() {
    assert_eq!(error_of("throw new Error()")["message"], "Error");
    assert_eq!(error_of("throw new TypeError()")["message"], "TypeError");
}

#[test]
fn a_thrown_value_that_is_no_error_becomes_a_string() {
    for (thrown, message) in [
        ("'text'", "text"),
        ("null", "null"),
        ("undefined", "undefined"),
        ("0", "0"),
        ("10n", "10"),
        ("Symbol('s')", "Symbol(s)"),
        ("{a: 1}", "{\"a\":1}"),
        ("[1]", "[1]"),
        ("Object.create(null)", "{}"),
        ("{toJSON() { throw 1 }}", "[object Object]"),
        ("() => 1", "() => 1"),
    ] {
        let error = error_of(&format!("throw {thrown}"));
        assert_eq!(error["message"], message, "{thrown}");
        assert_eq!(error["name"], "");
        assert_eq!(error["frames"], json!([]));
    }
}

#[test]
fn frames_are_the_cells_own_innermost_first() {
    let error = error_of(
        "function f() {\n  throw new Error('x');\n}\nconst o = {g() { [1].map(() => f()) }};\no.g()",
    );
    let frames = error["frames"].as_array().unwrap();
    let seen: Vec<_> = frames
        .iter()
        .map(|f| (f["function"].as_str().unwrap(), f["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(seen, [("f", 3), ("", 5), ("g", 5), ("", 6)]);
    assert_eq!(frames[0]["column"], 13);
}

#[test]
fn constructors_of_the_errors_own_classes_are_no_frames() {
    for (classes, thrown) in [
        (
            "class E extends Error { constructor(m) { super(m) } }",
            "new E('x')",
        ),
        ("class E extends Error {}", "new E('x')"),
        (
            "const E = class extends RangeError { constructor() { super() } }",
            "new E()",
        ),
        (
            "class B extends Error { constructor(m) { super(m) } }\nclass M extends B {}\n\
             class E extends M { constructor(m) { super(m) } }",
            "new E('x')",
        ),
    ] {
        let error = error_of(&format!(
            "{classes}\nfunction f() {{\n throw {thrown} }}\nf()"
        ));
        let line = classes.matches('\n').count() as u64 + 4;
        assert_eq!(error["frames"][0]["function"], "f", "{classes}");
        assert_eq!(error["frames"][0]["line"], line, "{classes}");
        assert_eq!(error["frames"][1]["line"], line + 1, "{classes}");
    }
}

#[test]
fn an_error_made_while_another_of_its_class_is_made_keeps_its_place() {
    let error = error_of(
        "class E extends Error { constructor(m) { super(m); if (m !== 'inner')\n throw new E('inner') } }\nnew E('outer')",
    );
    assert_eq!(error["frames"][0]["line"], 3);
    assert_eq!(error["frames"][1]["line"], 4);
}

#[test]
fn hostile_classes_of_an_error_hide_nothing() {
    let error = error_of(
        "const e = new Error('x'); Object.setPrototypeOf(e, new Proxy(Error.prototype, {
           getOwnPropertyDescriptor() { throw 1 } })); throw e",
    );
    assert_eq!(error["frames"][0]["line"], 2);
}

#[test]
fn frames_survive_an_await() {
    let error = error_of("async function f() {\n await 1;\n throw new Error('x') }\nawait f()");
    assert_eq!(error["frames"][0]["function"], "f");
    assert_eq!(error["frames"][0]["line"], 4);
}

#[test]
fn evaluated_code_has_no_frames() {
    let error = error_of("const f = new Function('throw new Error(1)');\nf()");
    let frames = error["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 1);
    assert_eq!(frames[0]["line"], 3);
}

#[test]
fn frames_are_bounded_in_number_and_size() {
    let error = error_of("function f(n) { if (n) f(n - 1); else throw new Error('x') } f(100)");
    assert_eq!(error["frames"].as_array().unwrap().len(), 16);
    let error = error_of(
        "const f = () => { throw new Error('x') };
         Object.defineProperty(f, 'name', {value: 'n'.repeat(1e6) + '\\n'.repeat(1e5)}); f()",
    );
    assert!(error.to_string().len() < 4096);
    let error = error_of(
        "const f = () => { throw new Error('x') };
         Object.defineProperty(f, 'name', {value: 'n'.repeat(500)}); f()",
    );
    assert_eq!(
        error["frames"][0]["function"]
            .as_str()
            .unwrap()
            .chars()
            .count(),
        129
    );
}

#[test]
fn an_own_stack_property_is_not_believed() {
    let error =
        error_of("const e = new Error('x'); e.stack = '    at host (exec.js:77:7)'; throw e");
    assert_eq!(error["frames"][0]["line"], 2);
}

#[test]
fn stack_hooks_of_the_guest_are_never_called() {
    let error = error_of(
        "Error.prepareStackTrace = () => { text('called'); return 'x' };
         Error.stackTraceLimit = {valueOf() { text('converted'); return 0 }};
         throw new Error('x')",
    );
    assert_eq!(error["frames"][0]["line"], 4);
    let guest = Guest::new();
    guest.start(
        "Error.prepareStackTrace = () => { text('called') };
         Error.stackTraceLimit = {valueOf() { text('converted'); return 0 }};
         new Error('x').stack; const o = {}; Error.captureStackTrace(o); return typeof o.stack",
    );
    assert_eq!(guest.value(), json!("string"));
    assert!(guest.emitted().is_empty());
}

#[test]
fn messages_are_bounded_and_well_formed() {
    let error = error_of("throw new Error('😀'.repeat(1e5))");
    let message = error["message"].as_str().unwrap();
    assert!(message.ends_with('…'));
    assert!(message.encode_utf16().count() <= 8193);
    assert_eq!(error_of("throw 'a\\ud800'")["message"], "a\u{fffd}");
    assert_eq!(
        error_of("throw new Error('x'.repeat(8192))")["message"],
        "x".repeat(8192)
    );
}

#[test]
fn hostile_errors_are_read_with_care() {
    for (thrown, message) in [
        (
            "Object.defineProperty(new Error('m'), 'message', {get() { throw 1 }})",
            "Error",
        ),
        (
            "Object.assign(new Error('m'), {name: {toString() { throw 1 }}})",
            "m",
        ),
        ("Object.assign(new Error('m'), {name: 5})", "5: m"),
        (
            "Object.assign(new Error('m'), {message: Symbol('q')})",
            "Symbol(q)",
        ),
        ("new Proxy(new Error('m'), {get() { throw 1 }})", "Error"),
        ("new Proxy(new TypeError('m'), {})", "TypeError: m"),
        (
            "Object.create(RangeError.prototype, {message: {value: 'm'}})",
            "RangeError: m",
        ),
        (
            "new Proxy({}, {getPrototypeOf() { throw 1 }})",
            "the error could not be described",
        ),
        (
            "(() => { const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); return proxy })()",
            "the error could not be described",
        ),
        ("Object.setPrototypeOf(new Error('m'), null)", "m"),
    ] {
        assert_eq!(
            error_of(&format!("throw {thrown}"))["message"],
            message,
            "{thrown}"
        );
    }
}

#[test]
fn an_error_of_memory_is_marked() {
    let guest = Guest::new();
    guest.runtime.set_memory_limit(8 << 20);
    guest.start("const a = []; for (;;) a.push(new Uint8Array(65536))");
    let error = guest.error();
    assert_eq!(error["oom"], true, "{error}");
    assert_eq!(error_of("throw new Error('out of memory')")["oom"], false);
}

#[test]
fn endless_recursion_is_a_range_error() {
    let error = error_of("function f() { f() } f()");
    assert_eq!(
        error["message"],
        "RangeError: Maximum call stack size exceeded"
    );
    assert_eq!(error["frames"][0]["function"], "f");
}

#[test]
fn node_habits_get_a_hint() {
    for name in [
        "require('fs')",
        "process.env",
        "fetch('x')",
        "Buffer.from('')",
        "setInterval(f, 1)",
    ] {
        let error = error_of(name);
        assert!(error["hint"].is_string(), "{name}: {error}");
    }
    assert_eq!(error_of("nope")["hint"], json!(null));
    assert_eq!(
        error_of("throw new Error('require is not defined')")["hint"],
        json!(null)
    );
}

#[test]
fn a_failed_call_names_its_line_code_and_nature() {
    let guest = Guest::new();
    guest.start("\nasync function f() {\n  await ping({})\n}\nawait f()");
    guest.deliver(
        1,
        false,
        r#"{"message":"denied","code":"E_DENIED","name":"Odd"}"#,
    );
    let error = guest.error();
    assert_eq!(error["message"], "denied");
    assert_eq!(error["code"], "E_DENIED");
    assert_eq!(error["nested"], true);
    assert_eq!(error["frames"][0]["function"], "f");
    assert_eq!(error["frames"][0]["line"], 4);
}

#[test]
fn a_failed_call_is_a_fresh_plain_error_to_the_guest() {
    let guest = Guest::new();
    guest.start(
        "try { await ping() } catch (e) {
           return [e.constructor === Error, Object.getOwnPropertyNames(e).sort(), e.message, e.code, Object.keys(e)] }",
    );
    guest.deliver(1, false, r#"{"message":"denied","code":"C"}"#);
    assert_eq!(
        guest.value(),
        json!([true, ["code", "message"], "denied", "C", []])
    );
}

#[test]
fn an_error_made_from_a_nested_one_is_the_cells_own() {
    let guest = Guest::new();
    guest.start("try { await ping() } catch (e) { throw new Error('wrapped: ' + e.message) }");
    guest.deliver(1, false, r#"{"message":"denied"}"#);
    let error = guest.error();
    assert_eq!(error["message"], "wrapped: denied");
    assert_eq!(error["nested"], false);
}

#[test]
fn a_code_set_by_the_guest_is_not_reported() {
    let error =
        error_of("throw Object.assign(new Error('x'), {code: 'too_many_pending_tool_calls'})");
    assert_eq!(error.get("code"), None);
    assert_eq!(error["tooMany"], false);
}

#[test]
fn too_many_calls_are_catchable_and_marked_when_uncaught() {
    for (body, caught) in [
        ("await ping()", false),
        ("try { await ping() } catch (e) { return e.code }", true),
    ] {
        let guest = Guest::new();
        guest.log.borrow_mut().refuse = Some((
            "too many pending code mode tool calls".into(),
            Some("too_many_pending_tool_calls".into()),
        ));
        guest.start(body);
        let (kind, json) = guest.finished();
        if caught {
            assert_eq!(json, "too_many_pending_tool_calls");
        } else {
            assert_eq!(kind, 1);
            assert_eq!(json["message"], "too many pending code mode tool calls");
            assert_eq!(
                (&json["tooMany"], &json["nested"]),
                (&json!(true), &json!(true))
            );
        }
    }
}

#[test]
fn a_lookup_that_fails_is_no_nested_call() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Err("Unknown tool id: x.".into()));
    guest.start("await describe('x')");
    let error = guest.error();
    assert_eq!(
        (&error["message"], &error["nested"]),
        (&json!("Unknown tool id: x."), &json!(false))
    );
}

#[test]
fn a_call_of_an_unknown_tool_is_a_nested_call() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Err("Unknown tool id: x.".into()));
    guest.start("await call('x', {})");
    assert_eq!(guest.error()["nested"], true);
    assert_eq!(
        error_of("await call(5)")["message"],
        "call id must be a string."
    );
}
