//! Texts made to exhaust the parser: each must come back, fast, on the stack that is promised.

use std::time::{Duration, Instant};

use super::*;

/// More than any of these should take on a slow, shared machine with a debug build.
const SECOND: Duration = Duration::from_secs(5);

/// Opening, middle, closing: the outer two are repeated.
const SHAPES: [(&str, &str, &str); 72] = [
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{", "1", "}"),
    ("({a:", "1", "})"),
    ("x=>", "1", ""),
    ("()=>{", "", "}"),
    ("!", "1", ""),
    ("- ", "1", ""),
    ("+ ", "1", ""),
    ("~", "1", ""),
    ("typeof ", "1", ""),
    ("void ", "1", ""),
    ("delete ", "x", ""),
    ("new ", "x", ""),
    ("new (", "x", ")"),
    ("await ", "1", ""),
    ("a?", "b", ":c"),
    ("a?b:", "c", ""),
    ("x=", "1", ""),
    ("x&&=", "1", ""),
    ("2**", "2", ""),
    ("if(a);else ", "b", ""),
    ("if(a){}else ", "b", ""),
    ("if(a)", "b", ""),
    ("for(;;)", "b", ""),
    ("while(a)", "b", ""),
    ("do ", "b", " while(1)"),
    ("l:", "b", ""),
    ("a:if(x)y;else ", "b", ""),
    ("`${", "1", "}`"),
    ("1+", "1", ""),
    ("a&&", "1", ""),
    ("a??", "1", ""),
    ("a.", "b", ""),
    ("", "f", "()"),
    ("", "a", "[0]"),
    ("a?.", "b", ""),
    ("", "f", "``"),
    ("a,", "b", ""),
    ("a;", "b", ""),
    ("a\n", "b", ""),
    ("function f(){", "", "}"),
    ("class A{m(){", "", "}}"),
    ("class extends ", "A", "{}"),
    ("try{", "", "}catch{}"),
    ("switch(1){case 1:", "", "}"),
    ("f(", "1", ")"),
    ("async()=>", "1", ""),
    ("[...", "a", "]"),
    ("a<", "b", ""),
    ("a<b>", "c", ""),
    ("({m(){", "", "}})"),
    ("(a=", "1", ")=>1"),
    ("1n*", "1n", ""),
    ("'", "", "'"),
    ("/*", "", "*/"),
    ("/", "a", "/"),
    ("\\u{61}", "", ""),
    ("<T>", "a", ""),
    ("<T>(", "1", ")"),
    ("f<T>(", "1", ")"),
    ("", "a", "!"),
    ("", "a", " as T"),
    ("a?(x):T=>(", "1", "):b"),
    ("async<T>(", "x", ")=>x"),
    ("type A=T extends (infer U extends ", "T", ")?a:b"),
    ("namespace a{", "", "}"),
    ("@(", "a", ")class A{}"),
    ("type A=()=>", "T", ""),
    ("type A=[", "T", "]"),
    ("let x:A<", "T", ">"),
    ("enum A{a=", "1", "}"),
];

fn nested(shape: (&str, &str, &str), count: usize) -> String {
    format!(
        "{}{}{}",
        shape.0.repeat(count),
        shape.1,
        shape.2.repeat(count)
    )
}

fn sweep(language: Language) {
    on_parser_stack(move || {
        for shape in SHAPES {
            for count in [100, 1_000, 1_900, 5_000, 16_000, 100_000] {
                let code = nested(shape, count);
                let start = Instant::now();
                let _ = prepare(&code, language);
                let took = start.elapsed();
                assert!(
                    took < SECOND,
                    "{shape:?} × {count} as {language:?}: {took:?}"
                );
            }
        }
    });
}

#[test]
fn nesting_of_every_shape_comes_back_in_javascript() {
    sweep(Language::JavaScript);
}

#[test]
fn nesting_of_every_shape_comes_back_in_typescript() {
    sweep(Language::TypeScript);
}

#[test]
fn many_deep_statements_in_a_row_take_no_long_time() {
    on_parser_stack(|| {
        for shape in SHAPES {
            let group = format!("{}\n;", nested(shape, 200));
            let code = group.repeat(200_000 / group.len());
            for language in [Language::JavaScript, Language::TypeScript] {
                let start = Instant::now();
                let _ = prepare(&code, language);
                let took = start.elapsed();
                assert!(took < SECOND, "{shape:?} as {language:?}: {took:?}");
            }
        }
    });
}

#[test]
fn slashes_on_one_long_line_take_no_long_time() {
    for unit in ["/!a[", "a! /[", "} /[ ", "x++ /(", "/[a] / b"] {
        for language in [Language::JavaScript, Language::TypeScript] {
            let start = Instant::now();
            let _ = prepared(&unit.repeat(1_000_000 / unit.len()), language);
            assert!(start.elapsed() < SECOND, "{unit:?} as {language:?}");
        }
    }
}

#[test]
fn messages_are_short_whatever_the_cell_holds() {
    let long = "x".repeat(500_000);
    for code in [
        format!("a {long}"),
        format!("let {long} {long}"),
        format!("a '{long}'"),
        format!("cat {long}"),
        format!("@{long}"),
    ] {
        for language in [Language::JavaScript, Language::TypeScript] {
            if let Err(failure) = prepared(&code, language) {
                assert!(
                    failure.message.len() < 2_000,
                    "{} bytes",
                    failure.message.len()
                );
            }
        }
    }
}

#[test]
fn depth_is_refused_with_a_clear_message_and_below_the_bound_is_not() {
    let failure = js(&nested(("(", "1", ")"), 5_000)).expect_err("too deep");
    assert_eq!(failure.code, ErrorCode::InvalidInput);
    assert!(failure.message.contains("nested too deeply"), "{failure}");
    assert!(js(&nested(("(", "1", ")"), 1_500)).is_ok());
    assert!(ts(&nested(("[", "1", "]"), 1_500)).is_ok());
}

#[test]
fn a_long_chain_is_refused_and_below_the_bound_is_not() {
    let failure = js(&nested(("1+", "1", ""), 100_000)).expect_err("too long");
    assert!(failure.message.contains("too long"), "{failure}");
    assert!(js(&nested(("1+", "1", ""), 16_000)).is_ok());
    assert!(ts(&nested(("", "f", "()"), 8_000)).is_ok());
}

#[test]
fn types_that_make_the_parser_guess_are_refused_and_ordinary_ones_are_not() {
    for shape in [
        ("<T>(", "1", ")"),
        ("f<T>(", "1", ")"),
        ("a?(x):T=>(", "1", "):b"),
        ("<T>[", "1", "]"),
        ("<T>`${", "1", "}`"),
        ("async<T>(x)=>(", "1", ")"),
    ] {
        for count in [22, 30, 200] {
            let start = Instant::now();
            let result = ts(&nested(shape, count));
            assert!(start.elapsed() < SECOND, "{shape:?} × {count}");
            let failure = result.expect_err("refused");
            assert!(
                failure.message.contains("nested too deeply"),
                "{shape:?} × {count}: {failure}"
            );
        }
        let _ = ts(&nested(shape, 5)).map_err(|failure| {
            assert_ne!(
                failure.code,
                ErrorCode::InvalidInput,
                "{shape:?}: {failure}"
            );
        });
    }
    let ordinary = "const m = new Map<string, Array<number>>()\nconst f = <T>(x: T): T => x\nif (a < b) c = f<number>(g<string>(d ? (e as any) : 1))\n";
    assert!(
        ts(&ordinary
            .replace("const m", "var m")
            .replace("const f", "var f")
            .repeat(500))
        .is_ok()
    );
}

#[test]
fn text_that_hides_brackets_in_literals_is_counted_right() {
    // Real nesting behind what a careless scan would take for a string or a comment.
    let deep = "(".repeat(5_000);
    for hiding in [
        "if (a) /\"/; ",
        "x = /[/'\"]/; ",
        "`${`'`}`; ",
        "a++ / '\"'; ",
        "// '\n",
        "/* \" */",
        "({}) / 1 /'/'; ",
    ] {
        let code = format!("{hiding}{deep}");
        let failure = js(&code).expect_err("refused");
        assert_eq!(failure.code, ErrorCode::InvalidInput, "{hiding}: {failure}");
    }
    // Under: brackets in literals are no nesting.
    let text = "(".repeat(5_000);
    for code in [
        format!("return '{text}'"),
        format!("return `{text}`"),
        format!("// {text}\nreturn 1"),
        format!("return /[{text}]/"),
    ] {
        assert!(js(&code).is_ok());
    }
}
