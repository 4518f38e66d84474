//! Values on their way out, by the contract's conversion rules.

use super::harness::*;
use serde_json::json;

#[test]
fn no_return_is_null() {
    assert_eq!(value_of(""), json!(null));
}

#[test]
fn primitives_go_out_as_json() {
    assert_eq!(
        value_of("return [1, -0, 1.5, 1e300, 'é', true, null, NaN, -Infinity]"),
        json!([1, 0, 1.5, 1e300, "é", true, null, null, null])
    );
    assert_eq!(value_of("return 1+1"), json!(2));
    assert_eq!(value_of("return NaN"), json!(null));
    assert_eq!(value_of("return -0"), json!(0));
    assert_eq!(value_of("return 'a\\n\"'"), json!("a\n\""));
    assert_eq!(value_of("return false"), json!(false));
}

#[test]
fn undefined_is_null_in_arrays_and_absent_in_objects() {
    assert_eq!(value_of("return undefined"), json!(null));
    assert_eq!(
        value_of("return [undefined, {a: undefined}]"),
        json!([null, {}])
    );
}

#[test]
fn what_json_refuses_becomes_its_string() {
    assert_eq!(value_of("return 10n"), json!("10"));
    assert_eq!(value_of("return Symbol('s')"), json!("Symbol(s)"));
    assert_eq!(value_of("return () => 1"), json!("() => 1"));
    assert_eq!(
        value_of("const a = {}; a.a = a; return a"),
        json!("[object Object]")
    );
    assert_eq!(
        value_of("const a = []; a[0] = [a]; return a"),
        json!("[object Array]")
    );
}

#[test]
fn errors_become_name_and_message_at_any_depth() {
    assert_eq!(
        value_of("return new TypeError('t')"),
        json!({"name": "TypeError", "message": "t"})
    );
    assert_eq!(
        value_of("return {a: [new Error('e')]}"),
        json!({"a": [{"name": "Error", "message": "e"}]})
    );
}

#[test]
fn nested_bigints_become_strings() {
    assert_eq!(
        value_of("return {a: 12345678901234567890n, b: [Object(2n)]}"),
        json!({"a": "12345678901234567890", "b": ["2"]})
    );
}

#[test]
fn nested_functions_are_left_out_of_objects_and_named_in_arrays() {
    assert_eq!(
        value_of("return {a: 1, f() {}, s: Symbol()}"),
        json!({"a": 1})
    );
    assert_eq!(
        value_of("return [() => 1, Symbol('x')]"),
        json!(["() => 1", "Symbol(x)"])
    );
}

#[test]
fn a_promise_says_it_was_not_awaited() {
    let expected = json!("[Promise: not awaited]");
    assert_eq!(
        value_of("return {a: [Promise.resolve(1)], b: (async () => 1)()}"),
        json!({"a": [expected], "b": expected})
    );
    assert_eq!(
        output_of("text(Promise.resolve(1)); json([Promise.resolve(1)])"),
        [
            (0, json!("\"[Promise: not awaited]\"")),
            (1, json!([expected]))
        ]
    );
}

#[test]
fn binary_views_become_arrays_of_numbers() {
    assert_eq!(
        value_of(
            "return [new Int8Array([-1]), new Float32Array([1.5, NaN]), new BigInt64Array([-7n]),
             new Uint8Array([1, 2, 3, 4]).subarray(1, 3), new DataView(new Uint8Array([9, 8]).buffer, 1),
             new Uint8Array([5]).buffer, new Uint8Array(0)]"
        ),
        json!([[-1], [1.5, null], ["-7"], [2, 3], [8], [5], []])
    );
}

#[test]
fn dates_become_iso_strings_and_invalid_ones_null() {
    assert_eq!(
        value_of("return [new Date(0), new Date(NaN)]"),
        json!(["1970-01-01T00:00:00.000Z", null])
    );
}

#[test]
fn maps_and_sets_keep_their_contents() {
    assert_eq!(
        value_of("return [new Map([['a', new Set([1n])]]), new Map([[1, 2]]), new Map]"),
        json!([{"a": ["1"]}, [[1, 2]], {}])
    );
}

#[test]
fn a_map_that_contains_itself_is_cyclic() {
    assert_eq!(
        value_of("const m = new Map; m.set('m', m); return m"),
        json!("[object Map]")
    );
    assert_eq!(
        value_of("const s = new Set; s.add([s]); return [s]"),
        json!("[object Array]")
    );
}

#[test]
fn shared_references_are_no_cycles() {
    assert_eq!(
        value_of("const a = {x: 1}, m = new Set([a]); return [a, a, m, m]"),
        json!([{"x": 1}, {"x": 1}, [{"x": 1}], [{"x": 1}]])
    );
}

#[test]
fn to_json_of_the_guest_is_honoured() {
    assert_eq!(
        value_of("return {toJSON() { return {a: 1n} }}"),
        json!({"a": "1"})
    );
    assert_eq!(value_of("return {toJSON() {}}"), json!(null));
    assert_eq!(value_of("return {toJSON: 1}"), json!({"toJSON": 1}));
}

#[test]
fn to_json_that_throws_is_the_guests_error() {
    assert_eq!(
        error_of("return {toJSON() { throw new RangeError('mine') }}")["message"],
        "RangeError: mine"
    );
    assert_eq!(error_of("return {get a() { throw 'x' }}")["message"], "x");
}

#[test]
fn getters_of_the_value_may_still_write_output() {
    let guest = Guest::new();
    guest.start("return {get a() { text('late'); json(new Set([1])); return [new Set([2])] }}");
    assert_eq!(guest.value(), json!({"a": [[2]]}));
    assert_eq!(guest.emitted(), [(0, json!("late")), (1, json!([1]))]);
}

#[test]
fn raw_json_goes_out_as_its_value() {
    assert_eq!(
        value_of("return [JSON.rawJSON('1e999'), JSON.rawJSON('\"x\"')]"),
        json!([null, "x"])
    );
}

#[test]
fn lone_surrogates_are_replaced_everywhere() {
    assert_eq!(
        value_of(r#"return ["a\ud800b", "\udc00", "😀", "\\ud800", "\\\ud800", {"\ud801": 1}]"#),
        json!(["a\u{fffd}b", "\u{fffd}", "😀", "\\ud800", "\\\u{fffd}", {"\u{fffd}": 1}])
    );
}

#[test]
fn a_value_too_deep_is_a_catchable_range_error() {
    let body = "let a = []; for (let i = 0; i < 1e5; i++) a = [a];";
    let error = error_of(&format!("{body} return a"));
    assert!(error["message"].as_str().unwrap().starts_with("RangeError"));
    assert_eq!(
        value_of(&format!(
            "{body} try {{ json(a) }} catch (e) {{ return e.name }}"
        )),
        json!("RangeError")
    );
}

#[test]
fn text_takes_strings_as_they_are_and_the_rest_as_json() {
    assert_eq!(
        output_of("text('a\\nb'); text({a: 1n}); text(1); text(); text(10n)"),
        [
            (0, json!("a\nb")),
            (0, json!("{\"a\":\"1\"}")),
            (0, json!("1")),
            (0, json!("null")),
            (0, json!("\"10\""))
        ]
    );
}

#[test]
fn json_appends_the_converted_value() {
    assert_eq!(
        output_of("json({a: [new Date(0)]}); json(); json('s'); json(new Error('e'))"),
        [
            (1, json!({"a": ["1970-01-01T00:00:00.000Z"]})),
            (1, json!(null)),
            (1, json!("s")),
            (1, json!({"name": "Error", "message": "e"}))
        ]
    );
}

#[test]
fn console_writes_readable_text() {
    let lines: Vec<_> = output_of(
        "console.log('a', 1, null, undefined, {b: [1n]}, new TypeError('t'), 5n, Symbol('s'), -0, new Map([['k', 1]]));
         console.info('%s is %d years, %j, %i, 100%%, %x', 'Ann', '42', {a: 1}, 3.7, 'rest');
         console.warn(); console.error('100%', 5); console.debug(function f() {}, new Date(0));
         console.log('%s', 'only'); console.log('%s'); console.log('%d', Symbol('x'));
         console.log({get a() { throw 1 }}, Promise.resolve(1))",
    )
    .into_iter()
    .map(|(kind, text)| {
        assert_eq!(kind, 0);
        text.as_str().unwrap().to_owned()
    })
    .collect();
    assert_eq!(
        lines,
        [
            "a 1 null undefined {\"b\":[\"1\"]} TypeError: t 5n Symbol(s) 0 {\"k\":1}",
            "Ann is 42 years, {\"a\":1}, 3, 100%, %x rest",
            "",
            "100% 5",
            "[Function: f] 1970-01-01T00:00:00.000Z",
            "only",
            "%s",
            "NaN",
            "[object Object] [Promise: not awaited]",
        ]
    );
}

#[test]
fn missing_input_is_an_empty_object() {
    assert_eq!(payload_of("await ping()"), "{}");
    assert_eq!(payload_of("await ping(undefined)"), "{}");
    assert_eq!(payload_of("await ping(null)"), "null");
}

#[test]
fn input_keeps_what_json_can_keep() {
    assert_eq!(
        payload_of(
            "await ping({a: new Date(0), b: new Uint8Array([1]), c: new Set(['x']), f() {}, u: undefined, n: [undefined]})"
        ),
        r#"{"a":"1970-01-01T00:00:00.000Z","b":[1],"c":["x"],"n":[null]}"#
    );
}

#[test]
fn input_that_json_cannot_carry_rejects_the_call() {
    for (input, part) in [
        ("{a: 1n}", "a BigInt"),
        ("1n", "a BigInt"),
        ("[Object(1n)]", "a BigInt"),
        ("{a: NaN}", "NaN"),
        ("Infinity", "Infinity"),
        ("new Float64Array([NaN])", "NaN"),
        (
            "(() => { const a = {}; a.b = {a}; return a })()",
            "contains itself",
        ),
        ("[() => 1]", "a function"),
        ("() => 1", "a function"),
        ("Symbol()", "a symbol"),
        ("{p: Promise.resolve(1)}", "not awaited"),
    ] {
        let guest = Guest::new();
        guest.start(&format!(
            "try {{ await ping({input}) }} catch (e) {{ return [e instanceof TypeError, e.message] }}"
        ));
        let value = guest.value();
        assert_eq!(value[0], true, "{input}");
        let message = value[1].as_str().unwrap();
        assert!(
            message.starts_with("tool arguments must be JSON: "),
            "{message}"
        );
        assert!(message.contains(part), "{message}");
        assert!(guest.payloads().is_empty(), "{input}");
    }
}

#[test]
fn input_too_deep_rejects_the_call() {
    assert_eq!(
        value_of(
            "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; try { await ping({a}) } catch (e) { return e.name }"
        ),
        json!("RangeError")
    );
}

#[test]
fn namespace_arguments_travel_as_one_array() {
    assert_eq!(
        payload_of("await space({a: 1}, undefined, 'x', undefined)"),
        r#"[{"a":1},null,"x"]"#
    );
    assert_eq!(payload_of("await space()"), "[]");
}
