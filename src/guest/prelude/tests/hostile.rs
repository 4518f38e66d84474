//! A realm that the guest has poisoned before it uses the border.

use super::harness::*;
use serde_json::json;

/// Every function and accessor that can be replaced throws; look-ups that fall through to
/// Object.prototype or Array.prototype meet accessors; the globals are gone. Only `constructor`
/// stays, because `await` itself asks a promise for it. The script keeps what it does in a linked
/// list, so that it does not step on what it has already poisoned.
const POISON: &str = "
(() => {
  const {ownKeys, getOwnPropertyDescriptor: own, defineProperty, deleteProperty, getPrototypeOf} = Reflect;
  const keep = ['globalThis', 'text', 'json', 'yield_control', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'structuredClone', 'console',
    'search', 'describe', 'call', 'callValue', 'ping', 'mcpTool', 'space', 'apiList', 'apiRead', 'mcpApi', 'serverApi', 'TextEncoder', 'TextDecoder'];
  const spare = new Set([console, TextEncoder, TextDecoder, TextEncoder.prototype, TextDecoder.prototype]);
  const poison = function () { throw 'poison' };
  const badValue = {__proto__: null, value: poison}, badAccess = {__proto__: null, get: poison, set: poison};
  const seen = new Set(), open = [globalThis, [][Symbol.iterator](), new Map().entries(), (async () => {}).constructor, (function* () {}).constructor];
  let todo = null, doomed = null, count = 0;
  while (open.length) {
    const o = open.pop();
    if ((typeof o !== 'object' && typeof o !== 'function') || o === null || seen.has(o)) continue;
    seen.add(o); open.push(getPrototypeOf(o));
    for (const k of ownKeys(o)) {
      const d = own(o, k);
      if (k === 'ALL_TOOLS') continue;
      open.push(d.value, d.get, d.set);
      if (spare.has(o) || k === 'constructor' || k === 'prototype') continue;
      if (o === globalThis) { if (!keep.includes(k)) doomed = {o, k, next: doomed} }
      else if (typeof d.value === 'function' && (d.configurable || d.writable)) todo = {o, k, d: badValue, next: todo}, count++;
      else if (d.get && d.configurable) todo = {o, k, d: badAccess, next: todo}, count++;
    }
  }
  if (count < 400) throw 'poisoned too little: ' + count;
  const trap = {__proto__: null, get() {}, set() { throw 'setter' }, configurable: true};
  for (const k of ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'kind', 'resolve', 'reject', 'error', 'reason', 'callback',
    'args', 'entry', 'message', 'code', 'details', 'content', 'type', 'text', 'limit', 'then', 'toJSON', 'maxByteLength', 'transfer', 'done',
    'stream', 'fatal', '0', '1', '2', '3', '7', '100', 'structuredContent', 'isError', '_meta', 'result', 'tool', 'name', 'cause', 'stack'])
    todo = {o: Object.prototype, k, d: trap, next: todo}, todo = {o: Array.prototype, k, d: trap, next: todo};
  for (; doomed; doomed = doomed.next) deleteProperty(doomed.o, doomed.k);
  for (; todo; todo = todo.next) defineProperty(todo.o, todo.k, todo.d);
})();
";

/// Starts the body in a realm that `first` prepared and that was poisoned then.
fn poisoned(first: &str, body: &str) -> Guest {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Ok("{\"entry\":4,\"list\":[1]}".into()));
    guest.start(&format!("{first}{POISON}{body}"));
    guest
}

#[test]
fn plain_values_go_out() {
    for (body, value) in [
        (
            "return {a: [1, {b: 'x'}], c: null}",
            json!({"a": [1, {"b": "x"}], "c": null}),
        ),
        ("return 1n", json!("1")),
        ("return () => 1", json!("() => 1")),
        ("const a = {}; a.a = a; return a", json!("[object Object]")),
    ] {
        let guest = poisoned("", body);
        let (kind, json) = guest.finished();
        assert_eq!((kind, json), (0, value), "{body}");
    }
}

#[test]
fn built_in_kinds_are_still_recognised() {
    let guest = poisoned(
        "const kinds = [new Map([['a', 1]]), new Set([1]), new Uint8Array([1, 2]), new DataView(new ArrayBuffer(1)),
           new ArrayBuffer(1), new TypeError('t'), Promise.resolve(1), Object(1n), 2n];",
        "return kinds",
    );
    assert_eq!(
        guest.value(),
        json!([{"a": 1}, [1], [1, 2], [0], [0], {"name": "TypeError", "message": "t"}, "[Promise: not awaited]", "1", "2"])
    );
}

#[test]
fn output_goes_out() {
    let guest = poisoned(
        "",
        "text('a'); text({a: 1}); json([1]); console.log('%s', {a: 1}, 'b', null)",
    );
    guest.value();
    assert_eq!(
        guest.emitted(),
        [
            (0, json!("a")),
            (0, json!("{\"a\":1}")),
            (1, json!([1])),
            (0, json!("{\"a\":1} b null"))
        ]
    );
}

#[test]
fn calls_go_out_and_answers_come_in() {
    for (body, kind, target, payload, answer, value) in [
        (
            "return await ping({a: [1]})",
            1,
            "7",
            Some("{\"a\":[1]}"),
            r#"{"result":{"then":1}}"#,
            json!({"result": {"then": 1}}),
        ),
        (
            "return await call('x')",
            1,
            "4",
            Some("{}"),
            "[1]",
            json!([1]),
        ),
        (
            "return await callValue('x')",
            2,
            "4",
            Some("{}"),
            r#"{"content":[{"type":"text","text":"[1]"}],"details":{}}"#,
            json!([1]),
        ),
        (
            "return await mcpTool()",
            3,
            "7",
            None,
            r#"{"_meta":1,"details":{"isError":true}}"#,
            json!({"details": {"isError": true}, "isError": true}),
        ),
        (
            "return await space({a: 1}, 2)",
            4,
            "crm\0tickets\0create",
            Some("[{\"a\":1},2]"),
            r#"{"details":[2]}"#,
            json!([2]),
        ),
        (
            "return await yield_control('r')",
            5,
            "0",
            Some("\"r\""),
            "null",
            json!({"status": "yielded", "reason": "r"}),
        ),
    ] {
        let guest = poisoned("", body);
        assert_eq!(guest.idle(), 0, "{body}: {:?}", guest.log.borrow().finished);
        let expected = (kind, target.to_owned(), payload.map(str::to_owned));
        assert_eq!(guest.log.borrow().requests, [expected], "{body}");
        guest.deliver(1, true, answer);
        assert_eq!(guest.value(), value, "{body}");
    }
}

#[test]
fn queries_are_answered() {
    for (body, query) in [
        (
            "return await search('q', {limit: 2})",
            (1, "{\"query\":\"q\",\"limit\":2}"),
        ),
        ("return await search('q', {})", (1, "{\"query\":\"q\"}")),
        ("return await describe('d')", (2, "\"d\"")),
        ("return await apiList()", (4, "null")),
        ("return await apiRead('p')", (5, "\"p\"")),
        (
            "return await serverApi('n', {schema: true})",
            (7, "[\"n\",{\"schema\":true}]"),
        ),
        ("return ALL_TOOLS", (8, "")),
    ] {
        let guest = poisoned("", body);
        assert_eq!(guest.value(), json!({"entry": 4, "list": [1]}), "{body}");
        let queries = guest.log.borrow().queries.clone();
        assert_eq!((queries[0].0, queries[0].2.as_str()), query);
    }
}

#[test]
fn failed_calls_reject_and_are_recognised() {
    let guest = poisoned("", "await ping()");
    guest.deliver(1, false, r#"{"message":"denied","code":"C"}"#);
    let error = guest.error();
    assert_eq!(
        (&error["message"], &error["code"], &error["nested"]),
        (&json!("denied"), &json!("C"), &json!(true))
    );
    let guest = poisoned("", "try { await ping(1n) } catch (e) { return e.message }");
    assert!(guest.value().as_str().unwrap().contains("a BigInt"));
}

#[test]
fn errors_go_out() {
    for (body, message) in [
        ("throw 'text'", "text"),
        ("throw {a: 1}", "{\"a\":1}"),
        ("null.x", "TypeError: cannot read property 'x' of null"),
        ("nope", "ReferenceError: nope is not defined"),
        ("setTimeout(1)", "TypeError: setTimeout needs a function"),
        (
            "structuredClone(() => 1)",
            "DataCloneError: a function could not be cloned.",
        ),
    ] {
        let error = poisoned("", body).error();
        assert_eq!(error["message"], message, "{body}");
    }
    let error = poisoned("", "require('x')").error();
    assert!(error["hint"].is_string());
    assert_eq!(error["frames"].as_array().unwrap().len(), 1);
}

#[test]
fn unhandled_rejections_are_still_kept() {
    let guest = poisoned("", "(async () => { throw 'lost' })(); return 1");
    assert_eq!(guest.error()["message"], "lost");
    let guest = poisoned(
        "",
        "const p = (async () => { throw 'lost' })(); try { await p } catch {} return 1",
    );
    assert_eq!(guest.value(), json!(1));
}

#[test]
fn timers_still_run() {
    let guest = poisoned("", "setTimeout((a) => text(a), 5, 'x'); await ping()");
    guest.fire(1);
    guest.deliver(1, true, "1");
    guest.value();
    assert_eq!(guest.emitted(), [(0, json!("x"))]);
}

#[test]
fn copies_and_encodings_still_work() {
    let guest = poisoned(
        "const v = [new Map([[1, new Set([2])]]), /a/g, new Uint8Array([1]), [1, {a: 1}], new RangeError('r')];",
        "const c = structuredClone(v);
         return [c, new TextEncoder().encode('é'), new TextDecoder().decode(new TextEncoder().encode('é€'))]",
    );
    let value = guest.value();
    assert_eq!(value[0][0], json!([[1, [2]]]));
    assert_eq!(value[0][3], json!([1, {"a": 1}]));
    assert_eq!(value[1], json!([195, 169]));
    assert_eq!(value[2], "é€");
}

#[test]
fn a_replaced_promise_prototype_neither_sees_nor_keeps_the_cell() {
    for attack in [
        "Object.defineProperty(Promise.prototype, 'then', {value() { text('seen') }, writable: true});",
        "Promise.prototype.then = function (a) { text('seen'); a('forged') };",
        "Object.defineProperty(Promise.prototype, 'constructor', {get() { text('seen'); return class { constructor(f) { f(() => {}, () => {}) } } }});",
        "Object.defineProperty(Promise, Symbol.species, {get() { text('seen'); throw 1 }});",
        "globalThis.Promise = class {};",
    ] {
        let guest = Guest::new();
        guest.start(&format!("{attack} ping().x; return 'mine'"));
        assert_eq!(guest.idle(), 0, "{attack}");
        guest.deliver(1, true, "{}");
        assert_eq!(guest.value(), json!("mine"), "{attack}");
        assert!(guest.emitted().is_empty(), "{attack}");
    }
}

#[test]
fn a_then_on_every_object_hijacks_values_but_not_the_books() {
    let guest = Guest::new();
    guest.start(
        "Object.defineProperty(Object.prototype, 'then', {get() { return (done) => done('hijacked') }, configurable: true});
         const r = await ping(); delete Object.prototype.then; return r",
    );
    assert_eq!(guest.idle(), 0);
    guest.deliver(1, true, "{\"a\":1}");
    assert_eq!(guest.value(), json!("hijacked"));

    let guest = Guest::new();
    guest.start(
        "let n = 0; Object.defineProperty(Object.prototype, 'then', {get() { if (n++ < 3) ping(); return undefined }});
         await ping(); return 1",
    );
    for id in 1..=4 {
        assert_eq!(guest.idle(), 0, "{id}");
        guest.deliver(id, true, "{\"a\":1}");
    }
    assert_eq!(guest.value(), json!(1));
}

#[test]
fn a_to_json_on_every_object_touches_only_the_guests_values() {
    let guest = Guest::new();
    guest.start(
        "Object.prototype.toJSON = () => 'forged'; Array.prototype.toJSON = () => 'forged'; String.prototype.toJSON = () => 'forged';
         text('plain'); search('q', {limit: 1}); space(1, 'x'); ping({a: 1}); throw new Error('real')",
    );
    assert_eq!(guest.error()["message"], "real");
    let log = guest.log.borrow();
    assert_eq!(log.queries[0].2, "{\"query\":\"q\",\"limit\":1}");
    assert_eq!(log.requests[0].2.as_deref(), Some("[1,\"x\"]"));
    assert_eq!(log.requests[1].2.as_deref(), Some("\"forged\""));
    drop(log);
    assert_eq!(guest.emitted(), [(0, json!("plain"))]);
}

#[test]
fn proxies_as_arguments_and_values_are_only_looked_through() {
    let proxy = "new Proxy({a: 1}, {get(t, k) { return t[k] }})";
    assert_eq!(payload_of(&format!("ping({proxy})")), "{\"a\":1}");
    assert_eq!(value_of(&format!("return {proxy}")), json!({"a": 1}));
    assert_eq!(
        error_of("return new Proxy({}, {ownKeys() { throw new Error('trap') }})")["message"],
        "trap"
    );
    assert_eq!(
        value_of(
            "const t = new Proxy({}, {getPrototypeOf() { throw 'trap' }}); try { await ping({t}) } catch (e) { return e }"
        ),
        json!("trap")
    );
}

#[test]
fn forged_kinds_are_taken_for_ordinary_objects() {
    assert_eq!(
        value_of("return [Map, Set, ArrayBuffer].map(C => Object.create(C.prototype))"),
        json!([{}, {}, {}])
    );
}

#[test]
fn a_long_chain_of_rejections_is_not_lost() {
    let guest = Guest::new();
    guest.start(
        "const all = []; for (let i = 0; i < 1000; i++) all.push(Promise.reject(i)); for (let i = 0; i < 999; i++) all[i].catch(() => {}); return 1",
    );
    assert_eq!(guest.error()["message"], "999");
}

#[test]
fn calls_near_the_end_of_the_stack_keep_the_books() {
    let guest = Guest::new();
    guest.start(
        "let made = 0; function dive() { try { ping({a: [1]}).catch(() => {}); made++ } catch {} dive() }
         try { dive() } catch {} return made > 100",
    );
    let count = guest.log.borrow().requests.len() as i32;
    for id in 1..=count {
        guest.deliver(id, true, "1");
    }
    assert_eq!(guest.value(), json!(true));
}
