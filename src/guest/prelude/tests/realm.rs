//! The realm as the guest finds it: what is there, what is not, what cannot be reached.

use super::harness::*;
use serde_json::json;

#[test]
fn the_globals_are_exactly_these() {
    let names = value_of("return Object.getOwnPropertyNames(globalThis).sort().join(' ')");
    let expected = "AggregateError ALL_TOOLS Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DOMException \
        DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function \
        Infinity Int16Array Int32Array Int8Array Iterator JSON Map Math NaN Number Object Promise Proxy RangeError \
        ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError TextDecoder TextEncoder TypeError \
        URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet apiList apiRead atob btoa \
        call callValue clearTimeout console decodeURI decodeURIComponent describe encodeURI encodeURIComponent escape \
        eval globalThis isFinite isNaN json mcpApi mcpTool parseFloat parseInt ping queueMicrotask search serverApi \
        setTimeout space structuredClone text undefined unescape yield_control";
    let mut expected: Vec<&str> = expected.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(names, json!(expected.join(" ")));
}

#[test]
fn nothing_of_the_host_is_reachable() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Ok("[{\"id\":\"a\"}]".into()));
    guest.start(
        "globalThis.kept = [ALL_TOOLS, new TextDecoder, new TextEncoder().encodeInto('', new Uint8Array(1)), ping];
         for (const f of [() => ping(1n), () => structuredClone(() => 1), () => new TextDecoder('x'), () => setTimeout(1), () => ping()])
           try { const p = f(); kept.push(p); await p } catch (e) { kept.push(e) }",
    );
    guest.deliver(1, false, r#"{"message":"no","code":"C"}"#);
    guest.value();
    let report = guest.inspect(
        "(function (host, entries) {
           const forbidden = new Map([[host, 'host'], [entries, 'entries']]);
           for (const k of Object.getOwnPropertyNames(host)) forbidden.set(host[k], 'host.' + k);
           for (const k of Object.getOwnPropertyNames(entries)) forbidden.set(entries[k], 'entries.' + k);
           const seen = new Set(), open = [[globalThis, 'globalThis']], bad = [];
           const AsyncGen = (async function* () {}).constructor, Gen = (function* () {}).constructor, Async = (async () => {}).constructor;
           for (const f of [AsyncGen, Gen, Async, [][Symbol.iterator](), new Map().entries(), /x/g, 'x'.matchAll(/x/g)]) open.push([f, '?']);
           while (open.length) {
             const [o, path] = open.pop();
             if ((typeof o !== 'object' && typeof o !== 'function') || o === null || seen.has(o)) continue;
             seen.add(o);
             if (forbidden.has(o)) bad.push(path + ' = ' + forbidden.get(o));
             open.push([Object.getPrototypeOf(o), path + '.[[Prototype]]']);
             for (const k of Reflect.ownKeys(o)) {
               if (String(k).includes('__openclaw')) bad.push(path + '.' + String(k));
               const d = Reflect.getOwnPropertyDescriptor(o, k), at = path + '.' + String(k);
               open.push([d.value, at], [d.get, at + ':get'], [d.set, at + ':set']);
             }
           }
           return seen.size > 500 ? bad.join('\\n') : 'walked too little: ' + seen.size;
         })",
    );
    assert_eq!(report, "");
}

#[test]
fn call_sites_cannot_be_had() {
    assert_eq!(
        value_of(
            "let sites; Error.prepareStackTrace = (e, s) => { sites = s }; new Error().stack; try { null.x } catch (e) { e.stack }
             return [sites ?? null, 'prepareStackTrace' in TypeError && Error.prepareStackTrace.name]"
        ),
        json!([null, ""])
    );
}

#[test]
fn functions_are_frozen_named_and_no_constructors() {
    let guest = Guest::new();
    guest.start(
        "const named = {text, json, yield_control, setTimeout, clearTimeout, queueMicrotask, structuredClone, search, describe, call,
           callValue, ping, mcpTool, list: apiList, read: apiRead, $api: mcpApi, create: space, log: console.log, debug: console.debug};
         for (const [name, f] of Object.entries(named)) {
           if (!Object.isFrozen(f)) throw name + ' is not frozen';
           if (f.name !== name) throw name + ' is called ' + f.name;
           if ('prototype' in f) throw name + ' has a prototype';
           try { new f(); throw 1 } catch (e) { if (!(e instanceof TypeError)) throw name + ' is a constructor' }
         }
         return serverApi.name",
    );
    assert_eq!(guest.value(), json!("$api"));
}

#[test]
fn what_native_keeps_is_frozen_and_bare() {
    let guest = Guest::new();
    assert_eq!(
        guest.inspect("(function (host, entries) { return [Object.isFrozen(entries), Object.getPrototypeOf(entries), Object.keys(entries)].join() })"),
        "true,,start,deliver,fire,rejection,uncaught,idle,materialize"
    );
}

#[test]
fn all_tools_is_read_once_when_touched_and_deeply_frozen() {
    let guest = Guest::new();
    guest
        .log
        .borrow_mut()
        .answers
        .push(Ok(r#"[{"id":"a","x":{"y":[1]}}]"#.into()));
    assert!(guest.log.borrow().queries.is_empty());
    guest.start(
        "'use strict'; const first = ALL_TOOLS; const same = first === ALL_TOOLS;
         const d = Object.getOwnPropertyDescriptor(globalThis, 'ALL_TOOLS');
         let refused = 0; for (const f of [() => { ALL_TOOLS = 1 }, () => first.push(1), () => { first[0].id = 2 }, () => { first[0].x.y[0] = 2 },
           () => { delete globalThis.ALL_TOOLS }]) try { f() } catch (e) { refused++ }
         return [same, refused, first, d.enumerable, d.configurable, Object.isFrozen(d.get)]",
    );
    assert_eq!(
        guest.value(),
        json!([true, 5, [{"id": "a", "x": {"y": [1]}}], true, false, true])
    );
    assert_eq!(guest.log.borrow().queries, [(8, "0".into(), String::new())]);
}

#[test]
fn nodes_are_made_once() {
    let guest = Guest::new();
    guest.node("a", 1, 0, "");
    guest.node("b", 1, 0, "");
    guest.node("c", 2, 1, r#"{"deep":{"list":[{}]}}"#);
    guest.node("d", 3, 1, "\"text\"");
    guest.start("return [a === b, Object.getPrototypeOf(a), c, Object.isFrozen(c.deep.list[0]), d, ping === ping]");
    assert_eq!(
        guest.value(),
        json!([true, null, {"deep": {"list": [{}]}}, true, "text", true])
    );
}

#[test]
fn a_constant_nested_deeply_is_frozen_without_recursion() {
    let guest = Guest::new();
    guest.node(
        "deep",
        1,
        1,
        &format!("{}{}", "[".repeat(1000), "]".repeat(1000)),
    );
    guest.start("let v = deep, n = 0; for (; v; v = v[0]) if (Object.isFrozen(v)) n++; return n");
    assert_eq!(guest.value(), json!(1000));
}

#[test]
fn every_function_answers_with_a_promise() {
    let guest = Guest::new();
    guest.start(
        "for (const f of [search, describe, call, callValue, ping, mcpTool, space, apiList, apiRead, mcpApi, serverApi, yield_control])
           for (const a of [1n, Symbol(), () => 1, new Proxy({}, {get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 }})]) {
             const p = f(a, a); if (!(p instanceof Promise)) throw f.name; p.catch(() => {}) }
         throw 'all'",
    );
    assert_eq!(guest.error()["message"], "all");
}

#[test]
fn eval_and_function_stay_the_guests_own() {
    assert_eq!(
        value_of("return [eval('1+1'), new Function('return 2')(), (0, eval)('typeof host')]"),
        json!([2, 2, "undefined"])
    );
}
