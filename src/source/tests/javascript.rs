//! JavaScript: passed through untouched, or one clear syntax error.

use super::*;

#[track_caller]
fn passes(code: &str) {
    assert_eq!(body(code, Language::JavaScript), code);
}

#[track_caller]
fn syntax_error(code: &str, line: u32, column: u32) -> String {
    let failure = js(code).expect_err("a syntax error");
    assert_eq!(failure.code, ErrorCode::InternalError, "{failure}");
    assert!(failure.message.starts_with("SyntaxError: "), "{failure}");
    let place = failure.location.expect("a place");
    assert_eq!((place.line, place.column), (line, column), "{failure}");
    failure.message
}

#[test]
fn a_program_is_its_own_text() {
    passes("return 1+1");
    passes("const r = await tools.call('x', {});\nreturn r.result // done");
    passes("");
    passes("  \n\t");
    passes("/* only a comment */");
    passes("'😀é'\r\nreturn 1");
}

#[test]
fn what_only_strict_engines_can_judge_is_left_to_the_engine() {
    for code in [
        "with (a) {}",
        "return 08",
        "delete x",
        "let let = 1",
        "arguments = 1",
        "super.x",
        "class A { accessor x = 1 }",
        "@d class A {}",
        "var yield = 1",
        "function f(a, a) {}",
        "using x = y",
    ] {
        if let Err(failure) = js(code) {
            assert!(
                failure.message.starts_with("SyntaxError: "),
                "{code}: {failure}"
            );
        }
    }
}

#[test]
fn valid_programs_of_every_kind_pass() {
    for code in [
        "for await (const x of y) text(x)",
        "label: for (;;) { break label }",
        "a ??= b?.c?.[d]?.(e) ?? f",
        "const {a, ...b} = c, [d = 1, , ...e] = f",
        "class A extends B { #x = 1; static { this.y = 2 } get z() { return this.#x } static async *g() {} }",
        "x = a / b / c; y = /[/]/.test(z) ? /a/g : /b/v",
        "if (a) /x/.test(b)",
        "return `a${`b${c}`}d`",
        "0b1; 0o7; 0xF; 1_000; 1n; .5; 1e3",
        "async function* f() { yield* g() } new.target",
        "return async () => { await 1 }",
        "var \\u0061b = 1; return ab",
        "a\n++b",
        "x = { get: 1, set: 2, async: 3, static: 4, get a() { return 1 }, async b() {}, *c() {}, [d]: 5 }",
        "try { a } catch { b } finally { c }",
        "if (1) function f() {}",
        "let async; async = 1; async()",
        "let of = [], x; for (x of of) ;",
    ] {
        passes(code);
    }
}

#[test]
fn a_syntax_error_tells_its_place_and_quotes_the_line() {
    let message = syntax_error("const a = 1;\nconst b = ;\n", 2, 11);
    assert_eq!(
        message,
        "SyntaxError: Expression expected (2:11)\n2 | const b = ;\n  |           ^"
    );
}

#[test]
fn columns_of_errors_are_utf16_units() {
    syntax_error("'😀é'; const = 1", 1, 14);
}

#[test]
fn an_end_that_comes_too_early_is_told_as_such() {
    let message = syntax_error("if (x) {\n  y()\n", 2, 6);
    assert!(message.contains("Unexpected end of input"), "{message}");
    syntax_error("foo(1, 2", 1, 9);
    syntax_error("return `abc", 1, 8);
    syntax_error("/* no end", 1, 10);
}

#[test]
fn a_brace_too_many_is_told_where_it_stands() {
    let message = syntax_error("if (x) { }\n}", 2, 1);
    assert!(message.contains("Unexpected token '}'"), "{message}");
    syntax_error("foo }", 1, 5);
}

#[test]
fn the_wrapper_cannot_be_closed_early() {
    for code in [
        "}); evil(); (async()=>{",
        "}, evil(), async()=>{",
        "}) + evil((()=>{}",
        "})(), (async()=>{",
        "})`${evil()}`; (async()=>{",
        "}).then(() => {",
        "})\n(async()=>{",
        "}) ? evil() : (() => {",
        "} ; { ",
        "})();//",
        "})();/*",
        "}); evil(); (async()=>{/*",
    ] {
        for language in [Language::JavaScript, Language::TypeScript] {
            let result = prepared(code, language);
            assert!(result.is_err(), "{code:?} passes as {language:?}");
        }
    }
    syntax_error("ok();\n}); evil(); (async()=>{", 2, 1);
}

#[test]
fn braces_inside_the_cell_may_open_and_close() {
    passes("{ } { }");
    passes("const f = async () => { }; f()");
    passes("return '}); evil(); (async()=>{'");
    passes("// }); evil(); (async()=>{");
    passes("return /}\\)/");
}

#[test]
fn html_comments_hide_nothing_from_the_check() {
    // If parser and engine disagreed about them, text could be comment to one and code to the other.
    let outcome = run("globalThis.x = 1; x <!-- y\nreturn x");
    let parsed = js("x <!-- }); evil(); (async()=>{");
    if parsed.is_ok() {
        assert!(
            !outcome.contains("Error"),
            "the engine reads it as code: {outcome}"
        );
    }
}

#[test]
fn typescript_in_a_javascript_cell_is_told_about_the_language() {
    let message = js("interface A { x: number }\nreturn 1")
        .expect_err("no JavaScript")
        .message;
    assert!(message.contains("language: \"typescript\""), "{message}");
    let message = js("const = 1").expect_err("no program").message;
    assert!(!message.contains("typescript"), "{message}");
}

#[test]
fn too_large_is_refused_and_as_large_as_allowed_is_not() {
    let allowed = format!("'{}'", "x".repeat(super::super::MAX_SOURCE_BYTES - 2));
    assert!(js(&allowed).is_ok());
    let failure = js(&format!("{allowed} ")).expect_err("too large");
    assert_eq!(failure.code, ErrorCode::InvalidInput);
    assert!(
        failure.message.starts_with("code is too large"),
        "{failure}"
    );
}

#[test]
fn large_ordinary_programs_pass() {
    passes(&vec!["'a'"; 5_000].join(" + "));
    passes(&format!(
        "return [{}]",
        vec!["{a: 1, 'b': [2, 3]}"; 5_000].join(",\n")
    ));
    passes(&vec!["if (a === 1) { b() }"; 400].join(" else "));
    passes(&vec!["if (a === 1) b(); "; 400].join("else "));
    passes(&vec!["a = b ? c : d"; 20_000].join("\n"));
    passes(&vec!["foo(x => y => z, !a, -b)"; 10_000].join("\n"));
    passes(&vec!["const f = async (a) => { return a < b && c > d }"; 5_000].join(";\n"));
    passes(&format!("return {}1{}", "[".repeat(200), "]".repeat(200)));
    passes(&format!(
        "return {}1{}",
        "{\"a\":".repeat(200),
        "}".repeat(200)
    ));
    passes(&format!("return p{}", ".then(x => x)".repeat(2_000)));
    let cases = "case 1: f(); break;\n".repeat(3_000);
    passes(&format!("switch (x) {{ {cases} }}"));
}
