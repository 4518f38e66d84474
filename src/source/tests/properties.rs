//! Arbitrary text: no panic, and every line and column stays.

use proptest::prelude::*;

use super::*;

const TOKENS: [&str; 74] = [
    "a",
    "b",
    "1",
    "'s'",
    "`t`",
    "/r/",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "=>",
    "=",
    "+",
    "-",
    "/",
    "*",
    "!",
    "?",
    ":",
    ";",
    ",",
    ".",
    "?.",
    "...",
    "\n",
    "\r\n",
    "\u{2028}",
    " ",
    "//c\n",
    "/*c*/",
    "as T",
    ": T",
    "<T>",
    "let x",
    "const y = ",
    "function f",
    "class A",
    "extends B",
    "implements C",
    "interface I {}",
    "type T = ",
    "return ",
    "await ",
    "async ",
    "new ",
    "typeof ",
    "if (a) ",
    "else ",
    "for (;;) ",
    "while (a) ",
    "do ",
    "try {} catch {}",
    "private ",
    "static ",
    "get ",
    "abstract ",
    "declare ",
    "satisfies T",
    "is ",
    "infer U",
    "${",
    "`",
    "'",
    "\"",
    "é",
    "😀",
    "\\u0061",
    "#p",
    "import",
    "enum E ",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..40)
        .prop_map(|tokens| tokens.join(" "))
}

/// Statements that TypeScript accepts, so that erasing is reached often.
fn typed() -> impl Strategy<Value = String> {
    let ty = prop::sample::select(
        &[
            "number",
            "A<B>",
            "{ a: 'é😀' }",
            "() =>\n void",
            "[x: T, ...y: U[]]",
            "T extends U ? 1 : 2",
            "typeof a",
        ][..],
    );
    let statement = prop::sample::select(
        &[
            "let x: % = 1",
            "foo(x as %)",
            "x satisfies %",
            "type X = %",
            "interface I { a: % }",
            "const f = (a: %): % => a",
            "function f<T>(a?: %, ...b: %[]): void {}",
            "(y)",
            "[0].z",
            "`t`",
            "class A { x: % = 1\n [k: string]: %\n ['k']?: % }",
            "abstract class B<T> { abstract m(): %; n(this: %, a: %): % { return a! } }",
            "return <%>\n(x)",
            "declare const d: %",
            "for (const x of y as %) ;",
            "if (a) type Q = %; else b",
            "a = <%>b",
            "f<%>(1)",
            "+z",
            "/r/.test(s)",
            "const o = { m(a: %): % {} }",
        ][..],
    );
    let line = (statement, ty).prop_map(|(statement, ty)| statement.replace('%', ty));
    let separator = prop::sample::select(&["\n", ";\n", "\r\n", " ;"][..]);
    prop::collection::vec((line, separator), 1..8)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn javascript_keeps_every_line_and_column(code in soup()) {
        if let Ok(program) = js(&code) {
            prop_assert_eq!(program.body, code);
        }
    }

    #[test]
    fn erasing_keeps_every_line_and_column(code in soup()) {
        let lowered = ["enum", "private", "<T>"].iter().any(|word| code.contains(word));
        if let Ok(program) = ts(&code) && !lowered {
            prop_assert_eq!(shape(&program.body), shape(&code));
        }
    }

    #[test]
    fn erased_programs_are_javascript(code in typed()) {
        if let Ok(program) = ts(&code) {
            let ran = run(&program.body);
            prop_assert!(!ran.contains("SyntaxError") || ran.contains("redeclar") || ran.contains("redefinition") || ran.contains("duplicate"), "{:?} became {:?}: {}", code, program.body, ran);
        }
    }

    #[test]
    fn any_text_comes_back(code in ".{0,200}") {
        let _ = js(&code);
        let _ = ts(&code);
    }
}
