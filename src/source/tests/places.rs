//! Where the engine's positions are in the cell: every kept word of a program is found at the author's place.

use proptest::prelude::*;

use super::*;

/// The engine's position (line, byte column from 1) of the `nth` time that `word` is in the program.
fn in_program(body: &str, word: &str, nth: usize) -> (u32, u32) {
    let (at, _) = body.match_indices(word).nth(nth).expect("the word is kept");
    let start = body[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = body[..at].matches('\n').count() + 1;
    (line as u32, (at - start + 1) as u32)
}

/// Line and UTF-16 column of the `nth` time that `word` is in the cell.
fn in_cell(code: &str, word: &str, nth: usize) -> (u32, u32) {
    let (line, column) = in_program(code, word, nth);
    let text = super::super::line(code, line).expect("the line");
    let units = text[..column as usize - 1].encode_utf16().count();
    (line, units as u32 + 1)
}

fn check(code: &str, language: Language) {
    let program = prepared(code, language).unwrap_or_else(|failure| panic!("{code:?}: {failure}"));
    for nth in 0..code.matches("MARK").count() {
        let (line, column) = in_program(&program.body, "MARK", nth);
        let place = program.places.in_cell(code, line, column);
        let want = in_cell(code, "MARK", nth);
        assert_eq!(
            (place.line, place.column),
            want,
            "{code:?} gives {:?}",
            program.body
        );
    }
}

#[test]
fn behind_lowered_constructs_columns_are_the_authors() {
    for code in [
        "enum A { B = 1, C = B << 2 } MARK()",
        "namespace N { export const a = MARK; export function f() { return MARK } } MARK()",
        "class C { constructor(private readonly x: number, public y = MARK) { MARK() } m(): any { MARK } } MARK()",
        "class D extends E { constructor(private x) { super(MARK); MARK() } }; MARK",
        "class C { accessor x: number = MARK; y = MARK }; MARK",
        "const a = <any>{ b: 1 } as any; MARK(); enum E { A } MARK\nMARK",
        "const a: '\u{e9}\u{1f600}' = 1, b = '\u{e9}\u{1f600}'; MARK; enum \u{c9} { A } MARK",
        "let x = a + b as any * c; MARK",
    ] {
        check(code, Language::TypeScript);
    }
}

#[test]
fn columns_are_utf16_units_where_the_engine_counts_bytes() {
    for code in [
        "'\u{e9}\u{1f600}'; MARK",
        "let \u{e9} = `\u{1f600}\n\u{1f600}${MARK}\u{e9}`; MARK",
    ] {
        check(code, Language::JavaScript);
        check(code, Language::TypeScript);
    }
}

#[test]
fn added_text_is_where_its_cause_is() {
    let code = "let a; enum E { A } MARK";
    let program = ts(code).expect("passes");
    let (line, column) = in_program(&program.body, "\"A\"", 0);
    let place = program.places.in_cell(code, line, column);
    assert_eq!(place.line, 1);
    assert!((8..=19).contains(&place.column), "{place:?}");
}

#[test]
fn positions_that_are_nowhere_are_at_the_end_of_their_line() {
    let program = ts("enum E { A }\nx").expect("passes");
    for (line, column) in [
        (1, 0),
        (1, u32::MAX),
        (2, 99),
        (99, 1),
        (0, 0),
        (u32::MAX, u32::MAX),
    ] {
        let place = program.places.in_cell("enum E { A }\nx", line, column);
        assert!(place.column >= 1 && place.column <= 13, "{place:?}");
    }
}

const PARTS: [&str; 18] = [
    "MARK;",
    "enum A { B, C = 'x' as any, D = 1 }",
    "namespace N { export let a = 1; export namespace M { export const b = MARK } }",
    "class C { constructor(private a: number, readonly b?: string) { MARK } }",
    "class D extends C { declare x: 1; constructor(public c) { super(MARK, 'e'); } }",
    "interface I { a: '\u{1f600}' }",
    "type T = Array<{ b: 1 }>;",
    "let x: Map<string, '\u{e9}'> = MARK as any;",
    "f<number>(MARK!, <any>MARK);",
    "const g = <T,>(a: T): T => MARK;",
    "'\u{e9}\u{1f600}';",
    "`\u{1f600}${MARK}`;",
    "/* \u{e9} */",
    "// \u{e9}\n",
    "\n",
    "\r\n",
    " ",
    "x = y satisfies any;",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn every_kept_word_is_found_where_it_was_written(parts in prop::collection::vec(0..PARTS.len(), 0..12)) {
        // Each part in a block of its own, so that names do not meet.
        let code: String = parts.iter().map(|&at| match PARTS[at].trim() {
            "" => PARTS[at].to_owned(),
            part if part.starts_with("//") => PARTS[at].to_owned(),
            part => format!("{{{part}}}"),
        }).collect();
        check(&code, Language::TypeScript);
    }
}
