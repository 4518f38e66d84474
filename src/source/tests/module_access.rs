//! Module access in every spelling, and the words where they mean nothing.

use super::*;

#[track_caller]
fn denied(code: &str) {
    for language in [Language::JavaScript, Language::TypeScript] {
        let failure = match prepared(code, language) {
            Ok(_) => panic!("{code:?} passes as {language:?}"),
            Err(failure) => failure,
        };
        assert_eq!(
            failure.code,
            ErrorCode::ModuleAccessDenied,
            "{code}: {failure}"
        );
        assert_eq!(failure.message, "code mode module access is disabled.");
    }
}

#[track_caller]
fn denied_in_typescript(code: &str) {
    assert_eq!(
        code_of(ts(code)),
        Some(ErrorCode::ModuleAccessDenied),
        "{code}"
    );
}

#[track_caller]
fn allowed(code: &str) {
    for language in [Language::JavaScript, Language::TypeScript] {
        if let Err(failure) = prepared(code, language) {
            panic!("{code:?} is refused as {language:?}: {failure}");
        }
    }
}

#[test]
fn declarations_are_denied() {
    for code in [
        "import fs from 'fs'",
        "import 'fs'",
        "import * as fs from \"fs\"; fs.readFileSync('x')",
        "export const x = 1",
        "export default 1",
        "export { x } from 'y'",
        "export * from 'y'",
        "if (a) { import 'x' }",
        "return 1\nimport { a } from 'b'",
    ] {
        denied(code);
    }
}

#[test]
fn declarations_of_typescript_are_denied() {
    denied_in_typescript("import type { A } from 'b'");
    denied_in_typescript("import fs = require('fs')");
    denied_in_typescript("export type A = string");
    denied_in_typescript("export = x");
    denied_in_typescript("let x: import('fs').Stats");
    denied_in_typescript("type A = typeof import('fs')");
    denied_in_typescript("namespace N { import x = require('fs'); x() }");
}

#[test]
fn expressions_are_denied() {
    for code in [
        "await import('fs')",
        "import/**/('fs')",
        "const m = import\n('fs')",
        "return import.meta.url",
        "const f = () => import(name)",
        "`${import('fs')}`",
        "class A { x = import('fs') }",
        "f(await import('fs', { with: { type: 'json' } }))",
    ] {
        denied(code);
    }
}

#[test]
fn every_spelling_of_an_unbound_require_is_denied() {
    for code in [
        "require('fs')",
        "const fs = require ( 'fs' )",
        "(require)('fs')",
        "(0, require)('fs')",
        "require?.('fs')",
        "require.resolve('fs')",
        "require['cache']",
        "require?.main",
        "require.call(null, 'fs')",
        "new require('fs')",
        "require`fs`",
        "(a || require)('fs')",
        "(a ? require : b)('fs')",
        "(r = require)('fs')",
        "r\\u0065quire('fs')",
        "\\u{72}equire('fs')",
        "`${require('fs')}`",
        "function f() { return require('fs') }",
        "{ function require() {} } require('fs')",
        "function f(require) {} require('fs')",
        "typeof require === 'function' && require('fs')",
        "({ [require('x')]: 1 })",
        "function f(a = require('x')) {}",
        "const { require: r } = a; require('x')",
    ] {
        denied(code);
    }
    denied_in_typescript("declare const require: any; require('fs')");
    denied_in_typescript("declare function require(x: string): any; require('fs')");
    denied_in_typescript("require!('fs')");
    denied_in_typescript("(require as any)('fs')");
    denied_in_typescript("(<any>require)('fs')");
    denied_in_typescript("enum E { A = require('x') }");
    denied_in_typescript("class A { constructor(private x = require('x')) {} }");
}

#[test]
fn a_require_of_the_cells_own_is_its_own_business() {
    for code in [
        "function require(x) { return x } require('fs')",
        "require('fs'); function require(x) { return x }",
        "const require = x => x; require('fs')",
        "function f(require) { return require('fs') }",
        "((require) => require('fs'))(x => x)",
        "(({ require }) => require('fs'))(a)",
        "try { } catch (require) { require('x') }",
        "for (const require of fs) require('x')",
        "if (a) { var require = b } require('x')",
        "(function require() { require('x') })",
        "class require { static x = new require() }",
        "const [a, ...require] = b; require.map(c)",
    ] {
        allowed(code);
    }
}

#[test]
fn the_words_alone_mean_nothing() {
    for code in [
        "return 'import x from y; require(1)'",
        "// import x from 'y'\n/* require('fs') export */",
        "return /import|require\\('x'\\)/.test(a)",
        "obj.import; obj.require('x'); obj.export = 1; obj?.require('x')",
        "return { require: 1, import: 2, export: 3, meta: 4 }",
        "const important = 1, required = 2, exported = 3; return importer(required)",
        "return `import require ${a} import.meta`",
        "class A { import() {} require() {} static export() {} }",
        "typeof require",
        "({ require() { return 1 } }).require('x')",
        "a['import']('x')",
    ] {
        allowed(code);
    }
}

#[test]
fn the_place_is_told() {
    let failure = js("a();\n  require('x')").expect_err("denied");
    assert_eq!(
        failure.location,
        Some(crate::error::Location { line: 2, column: 3 })
    );
}
