//! structuredClone and the text encodings.

use super::harness::*;
use serde_json::json;

/// Every assertion of the script must hold.
fn holds(body: &str) {
    let script = format!(
        "const ok = (c, what) => {{ if (!c) throw new Error('not so: ' + what) }};\n{body}"
    );
    assert_eq!(value_of(&script), json!(null));
}

#[test]
fn structured_clone_copies_plain_data() {
    holds(
        "const v = {a: [1, , 'x'], n: null, u: undefined, b: 1n, 'ключ': {}}; const c = structuredClone(v);
         ok(c !== v && c.a !== v.a && c.a.length === 3 && !(1 in c.a) && c.a[2] === 'x', 'array');
         ok(c.n === null && 'u' in c && c.b === 1n && c['ключ'] && Object.getPrototypeOf(c) === Object.prototype, 'object');
         ok(structuredClone(5) === 5 && Object.is(structuredClone(-0), -0) && structuredClone('s') === 's', 'primitives');
         class P { x = 1; get y() { return 2 } } const p = structuredClone(new P);
         ok(p.x === 1 && !('y' in p) && Object.getPrototypeOf(p) === Object.prototype, 'instances');
         ok(Object.keys(structuredClone(Object.defineProperty({[Symbol()]: 1}, 'h', {value: 1}))).length === 0, 'hidden')",
    );
}

#[test]
fn structured_clone_keeps_cycles_and_sharing() {
    holds(
        "const v = {}; v.self = v; v.list = [v]; v.map = new Map([[v, new Set([v])]]); const c = structuredClone(v);
         ok(c.self === c && c.list[0] === c && [...c.map.keys()][0] === c && [...[...c.map.values()][0]][0] === c, 'cycle');
         const b = new ArrayBuffer(4), views = structuredClone([new Uint8Array(b), new DataView(b, 1)]);
         ok(views[0].buffer === views[1].buffer && views[1].byteOffset === 1 && views[0].buffer !== b, 'buffer')",
    );
}

#[test]
fn structured_clone_knows_the_languages_own_kinds() {
    holds(
        "const d = structuredClone(new Date(5)); ok(d instanceof Date && d.getTime() === 5, 'date');
         const r = structuredClone(/a+/giu); ok(r instanceof RegExp && r.source === 'a+' && r.flags === 'giu' && r.lastIndex === 0, 'regexp');
         for (const T of [Int8Array, Uint8ClampedArray, Float64Array, BigUint64Array, Float16Array]) {
           const t = structuredClone(new T(3)); ok(t instanceof T && t.length === 3, T.name) }
         const s = structuredClone(new Uint8Array([1, 2, 3]).subarray(1)); ok(s[0] === 2 && s.byteOffset === 1 && s.length === 2, 'subarray');
         for (const v of [Object(1), Object('s'), Object(false), Object(1n)]) { const c = structuredClone(v);
           ok(c !== v && typeof c === 'object' && c.valueOf() === v.valueOf(), typeof v.valueOf()) }
         const e = structuredClone(Object.assign(new RangeError('m', {cause: {a: 1}}), {extra: 1}));
         ok(e instanceof RangeError && e.message === 'm' && e.cause.a === 1 && e.extra === undefined && typeof e.stack === 'string', 'error');
         class Odd extends Error { name = 'Odd' } const o = structuredClone(new Odd('q')); ok(Object.getPrototypeOf(o) === Error.prototype && o.message === 'q', 'odd');
         const x = structuredClone(new DOMException('m', 'DataError')); ok(x instanceof DOMException && x.name === 'DataError', 'dom');
         const g = structuredClone(new ArrayBuffer(2, {maxByteLength: 8})); ok(g.resizable && g.maxByteLength === 8 && g.byteLength === 2, 'resizable')",
    );
}

#[test]
fn structured_clone_refuses_what_it_cannot_copy() {
    for value in [
        "() => 1",
        "Symbol()",
        "{a: [() => 1]}",
        "Promise.resolve()",
        "new WeakMap",
        "new WeakSet",
        "new WeakRef({})",
    ] {
        let error = error_of(&format!("structuredClone({value})"));
        assert_eq!(error["name"], "DataCloneError", "{value}");
    }
    assert_eq!(
        value_of("try { structuredClone(Symbol('s')) } catch (e) { return [e.code, e.message] }"),
        json!([25, "Symbol(s) could not be cloned."])
    );
}

#[test]
fn structured_clone_of_a_deep_value_is_a_range_error() {
    assert_eq!(
        value_of(
            "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; try { structuredClone(a) } catch (e) { return e.name }"
        ),
        json!("RangeError")
    );
}

#[test]
fn structured_clone_transfers_buffers() {
    holds(
        "const b = new Uint8Array([1, 2]).buffer; const c = structuredClone({b}, {transfer: [b]});
         ok(b.detached && new Uint8Array(c.b)[1] === 2, 'transfer');
         try { structuredClone(1, {transfer: [{}]}); ok(false, 'refused') } catch (e) { ok(e.name === 'DataCloneError', e) }",
    );
}

#[test]
fn text_encoder_writes_utf8() {
    assert_eq!(
        value_of(
            "const e = new TextEncoder; return [e.encoding, e.encode('aé€😀'), e.encode(), e.encode('\\ud800x'), e.encode(5)]"
        ),
        json!([
            "utf-8",
            [97, 195, 169, 226, 130, 172, 240, 159, 152, 128],
            [],
            [239, 191, 189, 120],
            [53]
        ])
    );
}

#[test]
fn encode_into_stops_before_what_does_not_fit() {
    assert_eq!(
        value_of(
            "const b = new Uint8Array(4), r = new TextEncoder().encodeInto('a€😀', b); return [r, b, new TextEncoder().encodeInto('é', new Uint8Array(1))]"
        ),
        json!([{"read": 2, "written": 4}, [97, 226, 130, 172], {"read": 0, "written": 0}])
    );
    assert_eq!(
        error_of("new TextEncoder().encodeInto('', [])")["name"],
        "TypeError"
    );
}

#[test]
fn text_decoder_reads_utf8() {
    holds(
        "const d = b => new TextDecoder().decode(new Uint8Array(b));
         ok(d([97, 195, 169, 226, 130, 172, 240, 159, 152, 128]) === 'aé€😀', 'plain');
         ok(d([0xef, 0xbb, 0xbf, 97, 0xef, 0xbb, 0xbf]) === 'a\\ufeff', 'bom');
         ok(new TextDecoder('utf-8', {ignoreBOM: true}).decode(new Uint8Array([0xef, 0xbb, 0xbf])) === '\\ufeff', 'kept bom');
         ok(d([0xc0, 0xaf]) === '\\ufffd\\ufffd', 'overlong');
         ok(d([0xed, 0xa0, 0x80]) === '\\ufffd\\ufffd\\ufffd', 'surrogate');
         ok(d([0xf0, 0x9f, 0x98, 97]) === '\\ufffda', 'maximal subpart');
         ok(d([0xe2, 0x82]) === '\\ufffd', 'cut');
         ok(d([0xf5, 0x80, 0xff]) === '\\ufffd\\ufffd\\ufffd', 'impossible');
         ok(new TextDecoder().decode() === '' && new TextDecoder().decode(new ArrayBuffer(0)) === '', 'nothing');
         ok(new TextDecoder().decode(new DataView(new Uint8Array([97, 98]).buffer, 1)) === 'b', 'view');
         const long = 'ab€😀'.repeat(5000); ok(new TextDecoder().decode(new TextEncoder().encode(long)) === long, 'long')",
    );
}

#[test]
fn text_decoder_streams() {
    holds(
        "const d = new TextDecoder; let s = '';
         for (const b of [0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0x98, 0x80, 97]) s += d.decode(new Uint8Array([b]), {stream: true});
         ok(s + d.decode() === '😀a', s);
         d.decode(new Uint8Array([0xe2]), {stream: true}); ok(d.decode() === '\\ufffd', 'flush'); ok(d.decode() === '', 'fresh')",
    );
}

#[test]
fn text_decoder_reads_utf16le() {
    holds(
        "const d = (b, o) => new TextDecoder('utf-16le', o).decode(new Uint8Array(b));
         ok(d([0xff, 0xfe, 97, 0, 0x3d, 0xd8, 0, 0xde]) === 'a😀', 'pair');
         ok(d([0, 0xd8, 97, 0]) === '\\ufffda' && d([0, 0xdc]) === '\\ufffd' && d([97]) === '\\ufffd' && d([0, 0xd8]) === '\\ufffd', 'broken');
         ok(new TextDecoder('UTF-16 ').encoding === 'utf-16le', 'label')",
    );
}

#[test]
fn a_fatal_decoder_throws_and_starts_afresh() {
    holds(
        "for (const [label, bytes] of [['utf-8', [0xff]], ['utf-8', [0xe2]], ['utf-16le', [0, 0xdc]]]) {
           const d = new TextDecoder(label, {fatal: true}); ok(d.fatal, 'flag');
           try { d.decode(new Uint8Array(bytes)); ok(false, 'accepted') } catch (e) { ok(e instanceof TypeError, e) }
           ok(d.decode(new Uint8Array(0)) === '', 'afresh') }",
    );
    assert_eq!(error_of("new TextDecoder('latin1')")["name"], "RangeError");
    assert_eq!(
        error_of("new TextDecoder().decode('x')")["name"],
        "TypeError"
    );
}

#[test]
fn base64_is_the_engines() {
    assert_eq!(
        value_of("return [btoa('a\\xff'), atob('Yf8=')]"),
        json!(["Yf8=", "a\u{ff}"])
    );
}
