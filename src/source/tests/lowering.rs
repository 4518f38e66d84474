//! Enums, namespaces, parameter properties and decorators: run in the engine.

use super::*;

#[track_caller]
fn gives(code: &str, expected: &str) {
    let out = body(code, Language::TypeScript);
    let ran = run(&out);
    assert_eq!(ran, expected, "from {out}");
    // New text may stretch lines, never add or move them (a decorator's helper stands behind the last).
    let lines = |text: &str| text.split('\n').count();
    assert!(
        lines(&out) == lines(code) || out.contains("__decorate"),
        "{out}"
    );
}

#[test]
fn enums_map_both_ways() {
    gives(
        "enum E { A, B, C = 5, D }\nreturn [E.A, E.B, E.D, E[5], E[0]]",
        r#"[0,1,6,"C","A"]"#,
    );
    gives(
        "enum E { A = 1, B = A << 2, C = A | B, D = 'x'.length, F = -3, G }\nreturn E",
        r#"{"1":"D","4":"B","5":"C","A":1,"B":4,"C":5,"D":1,"F":-3,"-3":"F","G":-2,"-2":"G"}"#,
    );
}

#[test]
fn enums_of_strings_map_one_way() {
    gives(
        "enum E { A = 'a', B = `b`, C = 'x' + A, D = C }\nreturn E",
        r#"{"A":"a","B":"b","C":"xa","D":"xa"}"#,
    );
}

#[test]
fn enum_members_may_have_any_name() {
    gives(
        "enum E { 'a-b' = 1, \"c d\", default, E }\nreturn [E['a-b'], E['c d'], E.default, E.E]",
        "[1,2,3,4]",
    );
    gives("enum E { ['x'] = 4, y }\nreturn [E.x, E.y]", "[4,5]");
    gives("enum É { ü, \\u0061 }\nreturn [É.ü, É.a]", "[0,1]");
}

#[test]
fn const_enums_are_enums() {
    gives(
        "const enum E { A = 'x', B = 2 }\nreturn [E.A, E.B, E[2]]",
        r#"["x",2,"B"]"#,
    );
}

#[test]
fn enums_merge() {
    gives(
        "enum E { A }\nenum E { B = 1 }\nreturn E",
        r#"{"0":"A","1":"B","A":0,"B":1}"#,
    );
    gives(
        "enum E { A = 1 }\nnamespace E { export function f() { return E.A } }\nreturn E.f()",
        "1",
    );
}

#[test]
fn enums_stand_in_any_block() {
    gives(
        "const out = [];\nfor (const i of [1, 2]) { enum E { A = i } out.push(E.A) }\nreturn out",
        "[1,2]",
    );
    gives(
        "function f() { enum E { A = 1 } return E }\nswitch (1) { case 1: enum X { B } return [f().A, X.B] }",
        "[1,0]",
    );
    gives("let E = 3; { enum E { A } } return E", "3");
}

#[test]
fn enum_lines_stay() {
    let code = "enum E {\n  A, // first\n  B = 4,\n  C\n}\nreturn new Error().stack, E.C";
    let out = body(code, Language::TypeScript);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(
        lines[1].starts_with("  E[E[\"A\"]=0]=\"A\"; // first"),
        "{out}"
    );
    assert_eq!(lines[5], "return new Error().stack, E.C");
    assert_eq!(run(&out), "5");
}

#[test]
fn a_member_without_a_value_behind_a_string_is_refused() {
    let failure = ts("enum E { A = 'a', B }").expect_err("refused");
    assert_eq!(failure.code, ErrorCode::TypescriptTransformFailed);
    assert!(
        failure
            .message
            .contains("'B' must have an initializer (1:19)"),
        "{failure}"
    );
}

#[test]
fn namespaces_hold_their_exports() {
    gives(
        "namespace N { const hidden = 1; export const a = hidden + 1; export function f(): number { return a } export class C { x = 1 } }\nreturn [N.a, N.f(), new N.C().x, (N as any).hidden ?? null]",
        "[2,2,1,null]",
    );
    gives(
        "namespace N { export const { a, b: [c] } = { a: 1, b: [2] } }\nreturn N",
        r#"{"a":1,"c":2}"#,
    );
}

#[test]
fn exported_variables_are_live_on_both_sides() {
    gives(
        "namespace N { export let n = 0; export function inc() { n++ } }\nN.inc(); N.n += 10; N.inc();\nreturn N.n",
        "12",
    );
}

#[test]
fn namespaces_nest_and_merge() {
    gives(
        "namespace A.B.C { export const x = 1 }\nnamespace A.B { export const y = 2 }\nreturn A",
        r#"{"B":{"C":{"x":1},"y":2}}"#,
    );
    gives(
        "namespace A { export namespace B { export const x = 1 } export enum E { P } export namespace B { export const y = 2 } }\nreturn A",
        r#"{"B":{"x":1,"y":2},"E":{"0":"P","P":0}}"#,
    );
    gives(
        "function f() { return f.x }\nnamespace f { export const x = 7 }\nreturn f()",
        "7",
    );
    gives(
        "class C { static y = 1 }\nnamespace C { export const x = C.y + 1 }\nreturn C.x",
        "2",
    );
    gives(
        "namespace A { export const x = 1 }\nnamespace A { export const y = A.x + 1 }\nreturn A.y",
        "2",
    );
}

#[test]
fn a_second_namespace_sees_the_exports_of_the_first() {
    gives(
        "namespace A { export const x = 1; export function f() { return 2 } }\nnamespace A { export const y = x + f() }\nreturn A.y",
        "3",
    );
    gives(
        "enum E { A = 3 }\nenum E { B = A, C }\nreturn [E.B, E.C]",
        "[3,4]",
    );
    let failure = ts("namespace A { export let x = 1 }\nnamespace A { x++ }").expect_err("refused");
    assert!(failure.message.contains("write A.x"), "{failure}");
    gives(
        "const x = 9;\nnamespace A { export const x = 1 }\nnamespace A { export const y = x; const z = { x } }\nreturn A.y",
        "1",
    );
}

#[test]
fn aliases_of_namespaces_work() {
    gives(
        "namespace A.B { export const x = 1 }\nnamespace C { import D = A.B; export import F = A.B; export const y = D.x }\nreturn [C.y, C.F.x]",
        "[1,1]",
    );
}

#[test]
fn type_only_parts_of_namespaces_vanish() {
    gives(
        "namespace N { export interface I {} export type T = I; export const x: T = 1; export declare const z: I; namespace M { type Q = 1 } }\nreturn N",
        r#"{"x":1}"#,
    );
}

#[test]
fn parameter_properties_are_assigned() {
    gives(
        "class A { constructor(private a: number, readonly b = 2, protected c?: string, d?: number) {} }\nreturn new A(1)",
        r#"{"a":1,"b":2}"#,
    );
    gives(
        "class A { sum: number; constructor(public a: number, public b: number) { this.sum = a + b } }\nreturn new A(1, 2)",
        r#"{"sum":3,"a":1,"b":2}"#,
    );
    gives(
        "class A { constructor(public override readonly a: string) { 'use strict' } }\nreturn new A('x')",
        r#"{"a":"x"}"#,
    );
}

#[test]
fn parameter_properties_of_derived_classes_wait_for_super() {
    gives(
        "class A { constructor(x: number) {} }\nclass B extends A { constructor(public a: number) { const y = 1; super(y); this.a++ } }\nreturn new B(4)",
        r#"{"a":5}"#,
    );
    gives(
        "class A {}\nclass B extends A { constructor(public a: number) { super() } }\nreturn new B(4)",
        r#"{"a":4}"#,
    );
    let failure = ts("class B extends A { constructor(private a: A) { if (a) super() } }")
        .expect_err("refused");
    assert!(failure.message.contains("super()"), "{failure}");
}

#[test]
fn parameter_property_lines_stay() {
    let code = "class A {\n  constructor(\n    private readonly a: string,\n    public b = 1,\n  ) {\n    this.go();\n  }\n  go() {}\n}\nreturn new A('x')";
    let out = body(code, Language::TypeScript);
    assert_eq!(out.lines().nth(5), Some("    this.go();"));
    assert_eq!(run(&out), r#"{"a":"x","b":1}"#);
}

#[test]
fn decorators_of_methods_wrap_them() {
    let log = "const log: any = (f: any, c: any) => function (this: any, ...a: any[]) { return `${c.name}:${f.apply(this, a)}` };\n";
    gives(
        &format!(
            "{log}class A {{ @log m(x: number) {{ return x + 1 }} @log static s() {{ return 5 }} @log get g() {{ return 6 }} }}\nreturn [new A().m(1), A.s(), new A().g]"
        ),
        r#"["m:2","s:5","g:6"]"#,
    );
    gives(
        "const order: number[] = [];\nconst d = (n: number) => (f: any, c: any) => { order.push(n) };\nclass A { @d(1) @d(2) private m() {} }\nreturn order",
        "[2,1]",
    );
}

#[test]
fn decorators_of_the_old_kind_work_on_methods() {
    gives(
        "function twice(target: any, key: string, descriptor: PropertyDescriptor) {\n  const old = descriptor.value; descriptor.value = function (...a: any[]) { return old.apply(this, a) * 2 };\n}\nclass A { @twice m(x: number) { return x } }\nreturn new A().m(4)",
        "8",
    );
}

#[test]
fn decorators_of_fields_change_the_first_value() {
    gives(
        "const plus = (n: number) => (_: undefined, c: any) => (v: number) => v + n;\nclass A { @plus(1) x = 1; @plus(2) static y = 1; @plus(3) z!: any }\nreturn [new A().x, A.y, String(new A().z)]",
        r#"[2,3,"NaN"]"#,
    );
}

#[test]
fn decorators_of_classes_replace_them() {
    gives(
        "const sealed = (c: any, ctx: any) => { c.label = ctx.name; };\n@sealed class A { x = 1 }\nreturn [A.label, new A().x]",
        r#"["A",1]"#,
    );
    gives(
        "const sub = (c: any) => class extends c { y = 2 };\nconst B = @sub class X { x = 1 };\nreturn new B()",
        r#"{"x":1,"y":2}"#,
    );
}

#[test]
fn decorators_may_add_work_for_new_instances() {
    gives(
        "function bound(f: any, c: any) { c.addInitializer(function (this: any) { this[c.name] = this[c.name].bind(this) }) }\nclass A { v = 3; @bound m() { return this.v } }\nconst { m } = new A();\nreturn m()",
        "3",
    );
}

#[test]
fn decorators_that_cannot_be_lowered_are_refused_clearly() {
    for code in [
        "class A { m(@d x: X) {} }",
        "class A { @d #x = 1 }",
        "class A { @d ['x' + y]() {} }",
        "class A { constructor(@d private x: X) {} }",
    ] {
        let failure = ts(code).expect_err("refused");
        assert_eq!(failure.code, ErrorCode::TypescriptTransformFailed);
        assert!(failure.message.contains("decorators on"), "{failure}");
    }
}

#[test]
fn accessor_fields_become_accessors() {
    gives(
        "class A { accessor x: number = 1; static accessor y = 2; accessor z }\nconst a = new A(); a.x += 4;\nreturn [a.x, A.y, a.z ?? null, Object.keys(a)]",
        "[5,2,null,[]]",
    );
}
