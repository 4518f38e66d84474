//! Tests of the whole way from text to program. Programs are run in the engine itself.

mod hostile;
mod javascript;
mod lowering;
mod module_access;
mod places;
mod properties;
mod shell_commands;
mod typescript;

use super::{Language, PARSE_STACK_BYTES, Program, prepare};
use crate::error::{ErrorCode, Failure};

/// Runs on a thread with the stack that callers of `prepare` must have.
fn on_parser_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(PARSE_STACK_BYTES)
        .spawn(work)
        .expect("the thread starts")
        .join()
        .expect("the work does not panic")
}

fn prepared(code: &str, language: Language) -> Result<Program, Failure> {
    let code = code.to_owned();
    on_parser_stack(move || prepare(&code, language))
}

fn js(code: &str) -> Result<Program, Failure> {
    prepared(code, Language::JavaScript)
}

fn ts(code: &str) -> Result<Program, Failure> {
    prepared(code, Language::TypeScript)
}

/// The body of a cell that is expected to pass.
fn body(code: &str, language: Language) -> String {
    match prepared(code, language) {
        Ok(program) => program.body,
        Err(failure) => panic!("{code:?} is refused: {failure}"),
    }
}

fn code_of(result: Result<Program, Failure>) -> Option<ErrorCode> {
    result.err().map(|failure| failure.code)
}

/// Runs a body as the guest does and gives its value as JSON, or the error's text.
fn run(body: &str) -> String {
    let source = format!(
        "globalThis.out='pending';(async()=>{{\"use strict\";\n{body}\n}})()\
         .then(v=>{{globalThis.out=JSON.stringify(v)??'undefined'}},e=>{{globalThis.out=String(e)}})"
    );
    on_parser_stack(move || {
        let runtime = rquickjs::Runtime::new().expect("a runtime");
        runtime.set_max_stack_size(1 << 20);
        let context = rquickjs::Context::full(&runtime).expect("a context");
        let started = context.with(|ctx| match ctx.eval::<(), _>(source) {
            Ok(()) => None,
            Err(_) => Some(
                ctx.catch()
                    .as_exception()
                    .map_or_else(String::new, |error| format!("{error}")),
            ),
        });
        if let Some(error) = started {
            return error;
        }
        while runtime.execute_pending_job().unwrap_or(true) {}
        context.with(|ctx| {
            ctx.eval::<String, _>("globalThis.out")
                .expect("the outcome")
        })
    })
}

fn run_ts(code: &str) -> String {
    run(&body(code, Language::TypeScript))
}

/// Lines of a text with their width in UTF-16 units.
fn shape(text: &str) -> Vec<usize> {
    text.replace("\r\n", "\n")
        .split(['\n', '\r', '\u{2028}', '\u{2029}'])
        .map(|line| line.encode_utf16().count())
        .collect()
}
