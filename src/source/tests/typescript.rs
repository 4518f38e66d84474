//! TypeScript that is only erased: every trap as a pair of texts.

use super::*;

/// Erased text must be the expected one, and parse as JavaScript.
#[track_caller]
fn erases(code: &str, expected: &str) {
    let out = body(code, Language::TypeScript);
    assert_eq!(out, expected, "from {code:?}");
    assert_eq!(shape(&out), shape(code), "the shape of {code:?}");
    assert_eq!(body(&out, Language::JavaScript), out);
    let ran = run(&out);
    assert!(!ran.contains("SyntaxError"), "{out:?}: {ran}");
}

/// Erased text, with runs of spaces taken together.
#[track_caller]
fn means(code: &str, expected: &str) {
    let out = body(code, Language::TypeScript);
    assert_eq!(shape(&out), shape(code), "the shape of {code:?}");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words, expected, "from {code:?}");
    let ran = run(&out);
    assert!(!ran.contains("SyntaxError"), "{out:?}: {ran}");
}

#[track_caller]
fn fails(code: &str, line: u32, column: u32) -> String {
    let failure = ts(code).expect_err("a failure");
    assert_eq!(
        failure.code,
        ErrorCode::TypescriptTransformFailed,
        "{failure}"
    );
    let place = failure.location.expect("a place");
    assert_eq!((place.line, place.column), (line, column), "{failure}");
    let told = format!("({line}:{column})");
    assert!(
        failure.message.starts_with("typescript transform failed: ")
            && failure.message.contains(&told),
        "{failure}"
    );
    failure.message
}

#[test]
fn javascript_stays_as_it_is() {
    for code in [
        "return 1 + 1",
        "",
        "const a = [1, 2].map(x => x * 2)\nreturn a",
        "// x: number",
    ] {
        erases(code, code);
    }
}

#[test]
fn annotations_are_erased() {
    erases("let x: number = 1", "let x         = 1");
    means(
        "function f(a: A, b?: B, ...c: C[]): D { return a as any }",
        "function f(a , b , ...c ) { return a; }",
    );
    means(
        "const f = (x: number, y?: string): void => {}",
        "const f = (x , y ) => {}",
    );
    means(
        "const { a, b }: { a: A; b: B } = c, [d]: D[] = e",
        "const { a, b } = c, [d] = e",
    );
    means("try {} catch (e: unknown) {}", "try {} catch (e ) {}");
    means("let x!: number", "let x;");
    means("for (const x of y as T[]) {}", "for (const x of y ) {}");
    means("function f(this: Window, a: A) {}", "function f( a ) {}");
    means("function f(this: Window) {}", "function f( ) {}");
    means(
        "({ m<T>(this: A, x: T): void {}, get a(): A { return 1 }, set a(v: A) {} })",
        "({ m ( x ) {}, get a() { return 1 }, set a(v ) {} })",
    );
    means(
        "async function* g<T>(x: T): AsyncGenerator<T> { yield x! }",
        "async function* g (x ) { yield x; }",
    );
    means(
        "function isA(x: any): x is A { return true }",
        "function isA(x ) { return true }",
    );
    means(
        "function f({ a }: A = {}, [b]: B = []) {}",
        "function f({ a } = {}, [b] = []) {}",
    );
}

#[test]
fn casts_are_erased() {
    erases("return x as unknown as T", "return x;               ");
    means("x = y satisfies T;", "x = y ;");
    means("const a = [1] as const;", "const a = [1] ;");
    means("x!.y![0]!()", "x .y [0] ()");
    means("const f = g<string>;", "const f = g ;");
    means(
        "a?.<T>(b); c?.d<T>(e); new F<T>(g); h<T>`x`",
        "a?. (b); c?.d (e); new F (g); h `x`",
    );
    means("x = <T>y + <U>z", "x = y + z");
    means("x = <const>['a']", "x = ['a']");
}

#[test]
fn declarations_of_types_become_a_semicolon() {
    erases("interface A { x: number }", ";                        ");
    means("type A<T> = T extends infer U ? U : never", ";");
    means(
        "declare const a: A; declare let b; declare function f(): void; declare class C {}",
        "; ; ; ;",
    );
    means(
        "declare enum E { A } declare namespace N { const x: 1 } declare global { interface W {} }",
        "; ; ;",
    );
    means("declare module 'x' { }", ";");
    means("namespace N { export interface A {} type B = A }", ";");
    means(
        "function f(a: A): void; function f(a: any) {}",
        "; function f(a ) {}",
    );
    means(
        "abstract class A { abstract x: number; abstract m(): void; [k: string]: any; n(): void; n() {} }",
        "class A { ; ; ; ; n() {} }",
    );
}

#[test]
fn classes_lose_their_types() {
    means(
        "class A<T> extends B<T> implements C<T>, D { }",
        "class A extends B { }",
    );
    means("class A implements C { }", "class A { }");
    means("x = class implements C { }", "x = class { }");
    means("x = class<T> implements C { }", "x = class { }");
    means(
        "class A { private readonly x: number = 1; protected static y?: string; public z!: A; declare w: B; override v = 1 }",
        "class A { x = 1; static y ; z ; ; v = 1 }",
    );
    means(
        "class A { private static async *m<T>(a?: T): any {} protected get b(): B { return 1 } m?(): void {} }",
        "class A { static async *m (a ) {} get b() { return 1 } m () {} }",
    );
    means(
        "class A { private constructor(a: A); constructor(a?: any) {} }",
        "class A { ; constructor(a ) {} }",
    );
    means(
        "class A { #x: number = 1; static #y?: string; #m(): void {} }",
        "class A { #x = 1; static #y ; #m() {} }",
    );
    means(
        "class A { readonly [x]: T = 1; 'a b'?: T; 1: T }",
        "class A { ; [x] = 1; 'a b' ; 1; }",
    );
}

#[test]
fn return_before_an_erased_line_keeps_its_value() {
    erases("return <T>\n(x)=>x", "return (  \n x)=>x");
    // The parenthesis behind the value is the one thing that has no room.
    assert_eq!(
        body("return <T>\nx;", Language::TypeScript),
        "return (  \nx);"
    );
    assert_eq!(run_ts("return <any>\n(1 + 2)"), "3");
    assert_eq!(run_ts("throw <any>\n'thrown'"), "thrown");
}

#[test]
fn statements_around_erased_ones_stay_apart() {
    means("const a = b\ninterface X {}\n(c)()", "const a = b ; (c)()");
    means("let a = b\ntype X = 1\n[c] = d", "let a = b ; [c] = d");
    means("type X = any\n/re/.test(x)", "; /re/.test(x)");
    means("declare var a: A\n`x`.length", "; `x`.length");
    means("if (a) type X = 1; else b", "if (a) ; else b");
}

#[test]
fn statements_that_end_with_erased_text_get_their_semicolon() {
    erases("let x = y as T\n(z)()", "let x = y;    \n(z)()");
    erases("x as T\n[0].y", "x;    \n[0].y");
    means("x satisfies T\n`a`", "x; `a`");
    means("let x: T\n(y)", "let x; (y)");
    means("throw x as T\n[y]", "throw x; [y]");
    means(
        "class A { x = y as T\n['k'] = 1 }",
        "class A { x = y; ['k'] = 1 }",
    );
    // Under: nothing erased at the end, nothing added.
    means("let x = y\n(z)()", "let x = y (z)()");
}

#[test]
fn a_division_behind_a_cast_is_what_typescript_says() {
    // To TypeScript this is `(y as any) / re / .test(x)`, which is an error: never a silent regular expression.
    fails("y as any\n/re/.test(x)", 2, 5);
    means("x = y as any / 2", "x = y / 2");
    fails("a as b < c", 1, 11);
    means("x = a < b > (c)", "x = a (c)");
    means("x = (a as b) < c", "x = (a ) < c");
}

#[test]
fn casts_may_be_assigned_to() {
    means("(a as T) = 3", "(a ) = 3");
    means(
        "(<T>a) = 3; a! = 4; a!++; (a satisfies T) += 1",
        "( a) = 3; a = 4; a ++; (a ) += 1",
    );
    means(
        "[a as T, b!] = c; ({ x: a as T } = c)",
        "[a , b ] = c; ({ x: a } = c)",
    );
    means("for (a as T of b) ;", "for (a of b) ;");
}

#[test]
fn a_cast_keeps_the_grouping_of_operators() {
    assert_eq!(run_ts("let a = 1, b = 2; return a + b as number * 2"), "6");
    assert_eq!(run_ts("return 2 + 1 satisfies number ** 2 as any"), "9");
    assert_eq!(run_ts("let a = 1, b = 2; return a * b as number + 2"), "4");
}

#[test]
fn arrow_return_types_may_break_over_lines() {
    erases("f = (x): {\n a: T\n} => x", "f = (x    \n     \n) => x");
    erases("f = (x,): Promise<\nT> => x", "f = (x,           \n ) => x");
    erases("f = (): Promise<\nT> => 1", "f = (           \n ) => 1");
    erases("f = async <T>\n(x: T) => x", "f = async (  \n x   ) => x");
    means("f = async (): Promise<\nT> => 1", "f = async ( ) => 1");
    means("f = <T,>(x: T) => x", "f = (x ) => x");
}

#[test]
fn an_assertion_before_an_object_stays_an_expression() {
    assert_eq!(run_ts("return [1].map(x => <any>{ x })"), "[{\"x\":1}]");
    assert_eq!(run_ts("<any>{ a: 1 }.a; return 2"), "2");
    assert_eq!(run_ts("<any>function () {}; return 3"), "3");
}

#[test]
fn fields_do_not_run_into_each_other() {
    means(
        "class A { x = 1\n private ['k'] = 2 }",
        "class A { x = 1 ; ['k'] = 2 }",
    );
    means(
        "class A { x = 1\n public *g() {} }",
        "class A { x = 1 ; *g() {} }",
    );
    means(
        "class A { x: T\n [key: string]: any\n ['y'] = 2 }",
        "class A { x; ; ['y'] = 2 }",
    );
    // Neither is a member of its own to TypeScript: the expression goes on.
    fails("class A { x = 1\n [key: string]: any }", 2, 6);
    fails("class A { x = y as T\n *g() {} }", 2, 7);
    means("class A { get: T\n x() {} }", "class A { get; x() {} }");
    means(
        "class A { static: T\n x() {} set?: T\n y }",
        "class A { static; x() {} set; y }",
    );
    assert_eq!(
        run_ts(
            "class A { x = 1;\n [key: string]: any\n static: string = 's'\n get: number\n y = 2 }\nreturn new A()"
        ),
        "{\"x\":1,\"static\":\"s\",\"y\":2}"
    );
}

#[test]
fn text_beyond_ascii_keeps_its_width() {
    erases("let x: 'é😀' = 1", "let x        = 1");
    let code = "const s = '😀'; let x: /* 漢字 */ Array<'é😀'> = []; return s";
    let out = body(code, Language::TypeScript);
    assert_eq!(shape(&out), shape(code));
    erases(
        "type 型 = {\r\n  é: 1\u{2028} ü: 2 }\r\nreturn 1",
        ";         \r\n      \u{2028}       \r\nreturn 1",
    );
}

#[test]
fn comments_inside_types_vanish_with_them() {
    means("let x: /* = */ A // tail\n= 1", "let x // tail = 1");
    means(
        "function f(a /* ? */ ?: A /* , */, b: B) {}",
        "function f(a /* , */, b ) {}",
    );
}

#[test]
fn errors_in_a_cell_keep_their_place() {
    let code = "interface A {\n  x: number\n}\nconst a: A = { x: 1 };\nfunction f<T>(x: T): never { throw new Error('e') }\nf<number>(a.x)";
    let out = body(code, Language::TypeScript);
    assert_eq!(out.find("throw"), code.find("throw"));
    assert_eq!(out.find("(a.x)"), code.find("(a.x)"));
}

#[test]
fn what_a_type_checker_would_refuse_still_runs() {
    for code in [
        "function f(a?: A, b: B) {} return 1",
        "class A { override x = 1 } return 1",
        "for (const x: T of []) {} return 1",
        "let x: number = 'a'; return 1",
        "interface string {} return 1",
        "class A { abstract x } return 1",
        "function f(x? = 1) {} return 1",
    ] {
        match ts(code) {
            Ok(program) => assert_eq!(run(&program.body), "1", "{code}: {}", program.body),
            Err(failure) => assert_eq!(failure.code, ErrorCode::TypescriptTransformFailed),
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let message = fails("let x: number = ;\n", 1, 17);
    assert!(
        message.ends_with("1 | let x: number = ;\n  |                 ^"),
        "{message}"
    );
    fails("const a = 1\nlet b: = 2", 2, 8);
    fails("'😀'; let x: {", 1, 15);
    fails("function f(a: A { }", 1, 17);
}

#[test]
fn a_realistic_cell_runs() {
    let code = r#"
type Row = { id: number; name?: string };
interface Page<T> { rows: T[]; next?: number | null }
const pages: Record<number, Page<Row>> = {
  0: { rows: [{ id: 1, name: "a" }, { id: 2 }], next: 1 },
  1: { rows: [{ id: 3, name: "c" }], next: null },
};
async function load(page: number): Promise<Page<Row>> {
  return pages[page]!;
}
async function* all(start = 0): AsyncGenerator<Row, void, unknown> {
  let page: number | null | undefined = start;
  while (page != null) {
    const { rows, next }: Page<Row> = await load(page);
    yield* rows;
    page = next;
  }
}
const names = new Map<number, string>();
for await (const row of all()) names.set(row.id, (row.name ?? `#${row.id}`) as string);
const sorted = [...names.entries()].sort(([a]: [number, string], [b]) => b - a) satisfies [number, string][];
return Object.fromEntries(sorted.map(([k, v]): [string, string] => [`k${k}`, v]));
"#;
    assert_eq!(run_ts(code), r##"{"k3":"c","k2":"#2","k1":"a"}"##);
}

#[test]
fn parameter_properties_outside_a_constructor_are_refused() {
    for code in [
        "class C { m(private readonly: any) {} }",
        "class C { m(private x: number) {} }",
        "class C { m(a: 1, readonly x = 2) {} }",
        "class C { set s(public x) {} }",
        "function f(private x: number) {}",
        "const o = { m(private x: number) {} }",
        "const f = function (protected {a}: any) {}",
    ] {
        let failure = ts(code).expect_err(code);
        assert_eq!(failure.code, ErrorCode::TypescriptTransformFailed, "{code}");
    }
    for code in [
        "return ((readonly: number, declare?: 1, override = 2, abstract) => readonly + override)(1)",
        "return (function (readonly, declare) { return 3 })()",
    ] {
        assert_eq!(run_ts(code), "3", "{code}");
    }
}

#[test]
fn functions_that_lack_a_body_are_refused_where_javascript_has_none() {
    for code in [
        "return { m({}) }",
        "return { get x() }",
        "return { set x(v) }",
    ] {
        let failure = ts(code).expect_err(code);
        assert_eq!(failure.code, ErrorCode::TypescriptTransformFailed, "{code}");
    }
    assert_eq!(
        run_ts("function f(a: 1): 2; function f(a) { return 3 } return f(1)"),
        "3"
    );
}
