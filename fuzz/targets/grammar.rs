//! Programs for cells, chosen by bytes: every byte string is one. They know the guest's API and are
//! deterministic: no clock, no random numbers, no addresses.

/// Reads choices off bytes; zeros when they are used up.
struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
    /// Nodes left: bounds the program.
    budget: u32,
}

impl Choices<'_> {
    fn of(&mut self, count: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % count
    }
}

/// The body of a cell.
pub fn cell(bytes: &[u8]) -> String {
    let mut choices = Choices {
        bytes: bytes.iter(),
        budget: 120,
    };
    let mut out = String::from(
        "let a = 1, b = [1, 2, 3], c = { x: 1, y: [2] }, d = 'text', e = new Map([[1, 2]]), f = (v) => v;\n",
    );
    for _ in 0..1 + choices.of(10) {
        statement(&mut choices, 0, &mut out);
    }
    out.push_str("return ");
    expression(&mut choices, 0, &mut out);
    out.push(';');
    out
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn name(choices: &mut Choices) -> &'static str {
    NAMES[choices.of(NAMES.len())]
}

fn spent(choices: &mut Choices, depth: u32) -> bool {
    choices.budget = choices.budget.saturating_sub(1);
    depth > 6 || choices.budget == 0
}

fn block(choices: &mut Choices, depth: u32, out: &mut String) {
    out.push_str("{ ");
    for _ in 0..1 + choices.of(3) {
        statement(choices, depth + 1, out);
    }
    out.push_str("} ");
}

fn statement(choices: &mut Choices, depth: u32, out: &mut String) {
    if spent(choices, depth) {
        out.push_str("a++;\n");
        return;
    }
    match choices.of(18) {
        0 | 1 => {
            out.push_str(name(choices));
            out.push_str(" = ");
            expression(choices, depth + 1, out);
            out.push_str(";\n");
        }
        2 => {
            out.push_str("for (let i = 0; i < ");
            out.push_str(["2", "5", "40", "300"][choices.of(4)]);
            out.push_str("; i++) ");
            block(choices, depth, out);
        }
        3 => {
            out.push_str("try ");
            block(choices, depth, out);
            out.push_str("catch (x) { a = String(x && x.message); } finally { d += '.'; }\n");
        }
        4 => {
            out.push_str("if (");
            expression(choices, depth + 1, out);
            out.push_str(") ");
            block(choices, depth, out);
            out.push_str("else ");
            block(choices, depth, out);
        }
        5 => {
            out.push_str("text(String(");
            expression(choices, depth + 1, out);
            out.push_str(").slice(0, 50));\n");
        }
        6 => {
            out.push_str("json(");
            expression(choices, depth + 1, out);
            out.push_str(");\n");
        }
        7 => {
            out.push_str("await (async () => ");
            block(choices, depth, out);
            out.push_str(")();\n");
        }
        8 => {
            out.push_str("await Promise.all([");
            for _ in 0..1 + choices.of(4) {
                expression(choices, depth + 1, out);
                out.push_str(", ");
            }
            out.push_str("]);\n");
        }
        9 => out.push_str("await yield_control('y');\n"),
        10 => {
            out.push_str("await new Promise((r) => setTimeout(r, ");
            out.push_str(["0", "5", "50"][choices.of(3)]);
            out.push_str("));\n");
        }
        11 => {
            out.push_str("f = function* (v) { try { yield v; yield a; } finally { d += '-'; } };\nfor (const v of f(2)) { a = v; break; }\n");
        }
        12 => {
            out.push_str("class K { #p = ");
            expression(choices, depth + 1, out);
            out.push_str(
                "; get p() { return this.#p; } static s = 1; }\nc.k = new K(); a = c.k.p;\n",
            );
        }
        13 => {
            out.push_str("setTimeout(() => ");
            block(choices, depth, out);
            out.push_str(", 1);\n");
        }
        14 => {
            out.push_str("queueMicrotask(() => ");
            block(choices, depth, out);
            out.push_str(");\n");
        }
        15 => {
            out.push_str(
                "c = new Proxy({ z: 1 }, { get: (t, k) => typeof k === 'symbol' ? t[k] : ",
            );
            expression(choices, depth + 1, out);
            out.push_str(" });\n");
        }
        16 => {
            out.push_str("throw ");
            expression(choices, depth + 1, out);
            out.push_str(";\n");
        }
        _ => {
            out.push_str("b.push(");
            expression(choices, depth + 1, out);
            out.push_str("); b.length = Math.min(b.length, 50);\n");
        }
    }
}

fn expression(choices: &mut Choices, depth: u32, out: &mut String) {
    if spent(choices, depth) {
        out.push_str(name(choices));
        return;
    }
    match choices.of(30) {
        0 | 1 => out.push_str(name(choices)),
        2 => out.push_str(
            [
                "0", "-1", "1.5", "NaN", "1e21", "2**53", "10n", "true", "null", "undefined", "'s'",
                "'\\ud800'", "'\\u0000'", "`t${a}`", "Symbol.iterator", "''",
            ][choices.of(16)],
        ),
        3 => {
            out.push('(');
            expression(choices, depth + 1, out);
            out.push_str([" + ", " - ", " * ", " === ", " < ", " ?? ", " && ", " ** ", " in ", " instanceof "][choices.of(10)]);
            expression(choices, depth + 1, out);
            out.push(')');
        }
        4 => {
            out.push('[');
            for _ in 0..choices.of(4) {
                expression(choices, depth + 1, out);
                out.push_str(", ");
            }
            out.push(']');
        }
        5 => {
            out.push_str("({ a: ");
            expression(choices, depth + 1, out);
            out.push_str(", ['k' + a]: ");
            expression(choices, depth + 1, out);
            out.push_str(" })");
        }
        6 | 7 => {
            out.push_str("(await tools.echo({ v: ");
            expression(choices, depth + 1, out);
            out.push_str(" }))");
        }
        8 => out.push_str("(await tools.fail({}).catch((x) => x.code))"),
        9 => out.push_str("(await tools.call('echo', { q: d }))"),
        10 => out.push_str("[...(await tools.search('echo'))].length"),
        11 => {
            out.push_str("b.map((v) => ");
            expression(choices, depth + 1, out);
            out.push_str(").slice(0, 20)");
        }
        12 => out.push_str("[...b].sort((x, y) => (x > y) - (x < y))"),
        13 => {
            out.push_str("JSON.stringify(");
            expression(choices, depth + 1, out);
            out.push(')');
        }
        14 => out.push_str("JSON.parse('[1,{\"a\":\"\\\\u00e9\"}]')"),
        15 => {
            out.push_str("((v) => ");
            expression(choices, depth + 1, out);
            out.push_str(")(1)");
        }
        16 => out.push_str("new Uint8Array([1, 2, 300]).map((v) => v + 1).join()"),
        17 => out.push_str("'abcabc'.replace(/(?<x>b)(c)/g, (m, p) => p + d.length)"),
        18 => out.push_str("String(d).padEnd(30, 'xy').split('x')"),
        19 => out.push_str("new Set([...b.map(String), 'q']).size"),
        20 => {
            out.push_str("structuredClone([1, new Map([[a === a, 2]]), ");
            out.push_str(["new Date(5)", "/x/g", "[undefined]", "new Error('m')"][choices.of(4)]);
            out.push_str("])");
        }
        21 => out.push_str("(() => { const g = (function* () { const got = yield 1; yield got; })(); g.next(); return g.next(a).value; })()"),
        22 => out.push_str("new Date(86400000).toISOString()"),
        23 => {
            out.push_str("Object.entries(Object(");
            expression(choices, depth + 1, out);
            out.push_str(")).length");
        }
        24 => out.push_str("(7n ** BigInt(b.length)).toString(36)"),
        25 => out.push_str("new WeakRef(c).deref() === c"),
        26 => {
            out.push_str("(await Promise.allSettled([");
            expression(choices, depth + 1, out);
            out.push_str(", Promise.reject(1)])).length");
        }
        27 => out.push_str("eval('a + 1')"),
        28 => out.push_str("new TextDecoder().decode(new TextEncoder().encode(String(d)))"),
        _ => {
            out.push_str("typeof ");
            expression(choices, depth + 1, out);
        }
    }
}
