//! Cell text to executable program.
//!
//! Owns: parsing, the refusal of module access, TypeScript to JavaScript, and the promise that every line
//! and column that a failure tells is the author's own. Does not own: running anything (`guest`), nor the engine's
//! own syntax errors, which it reports with the same positions. [`prepare`] may be called on any thread that
//! has [`PARSE_STACK_BYTES`] of stack, never on Node's event loop.

mod lex;
mod lower;
mod modules;
mod parse;
mod places;
mod position;
mod scan;
mod shell;
mod strip;
mod thrown;
mod trivia;

#[cfg(test)]
mod tests;

use std::panic::catch_unwind;

use crate::error::{ErrorCode, Failure};
use parse::Refusal;
pub use places::Places;
pub use position::line;
use scan::Excess;
pub use thrown::only_throw;

/// Stack that a thread calling [`prepare`] must have. The parser recurses, and what `scan` lets through
/// needs at most half of this. It is reserved, not touched: small cells use a few pages.
pub const PARSE_STACK_BYTES: usize = if cfg!(debug_assertions) {
    256 << 20
} else {
    64 << 20
};

/// Largest cell. Programs of models are a few KiB; data of this size belongs in a tool's result.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// What a cell is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    TypeScript,
}

impl Language {
    /// The name that the cell has in stacks.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::JavaScript => "exec.js",
            Self::TypeScript => "exec.ts",
        }
    }

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JavaScript => "javascript",
            Self::TypeScript => "typescript",
        }
    }
}

/// Body of an async function, strict mode. Every line is where the author wrote it, and every UTF-16 column
/// too, but for text right of a lowered `enum`, `namespace`, parameter property or decorator on the same line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub body: String,
    pub language: Language,
    /// From positions of `body` to the author's.
    pub places: Places,
}

/// Turns a cell into a program.
///
/// # Errors
///
/// `module_access_denied` for `import`, `export`, `require` and their kind; `typescript_transform_failed` for
/// TypeScript that does not parse or cannot be lowered; `internal_error` for JavaScript that does not parse;
/// `invalid_input` for a shell command, and for text that is too large, too deep or too costly to parse.
pub fn prepare(code: &str, language: Language) -> Result<Program, Failure> {
    if code.len() > MAX_SOURCE_BYTES {
        return Err(Failure::new(
            ErrorCode::InvalidInput,
            format!(
                "code is too large: {} bytes, at most {MAX_SOURCE_BYTES} are allowed.",
                code.len()
            ),
        ));
    }
    let code = &*position::with_plain_line_ends(code);
    scan::scan(code, language).map_err(|excess| excessive(code, excess))?;
    // The parser asserts things about its own work that hostile text can make untrue.
    catch_unwind(|| transform(code, language)).unwrap_or_else(|_| {
        let message = "this text could not be parsed";
        Err(syntax_error(code, language, message, 0))
    })
}

fn transform(code: &str, language: Language) -> Result<Program, Failure> {
    let tree = match parse::parse(code, language) {
        Ok(tree) => tree,
        Err(Refusal::ModuleSyntax { offset }) => return Err(module_access(code, offset)),
        Err(Refusal::Syntax { message, offset }) => {
            if shell::looks_like_command(code) {
                return Err(shell_command(code));
            }
            let mut failure = syntax_error(code, language, &message, offset);
            if language == Language::JavaScript && is_typescript(code) {
                failure.message.push_str(TYPESCRIPT_ADVICE);
            }
            return Err(failure);
        }
    };
    if modules::may_access(code)
        && let Some(offset) = modules::access(tree.statements())
    {
        return Err(module_access(code, offset));
    }
    if shell::is_command_expression(code, tree.statements()) {
        return Err(shell_command(code));
    }
    let (body, places) = match language {
        Language::JavaScript => (code.to_owned(), Places::default()),
        Language::TypeScript => strip::strip(code, tree.statements()).map_err(|unsupported| {
            syntax_error(code, language, &unsupported.message, unsupported.offset)
        })?,
    };
    Ok(Program {
        body,
        language,
        places,
    })
}

const TYPESCRIPT_ADVICE: &str = "\nThis parses as TypeScript: pass `language: \"typescript\"`.";

fn is_typescript(code: &str) -> bool {
    scan::scan(code, Language::TypeScript).is_ok()
        && parse::parse(code, Language::TypeScript).is_ok()
}

fn module_access(code: &str, offset: usize) -> Failure {
    let place = position::locate(code, offset);
    Failure::new(
        ErrorCode::ModuleAccessDenied,
        "code mode module access is disabled.",
    )
    .at(place.line, place.column)
}

fn shell_command(code: &str) -> Failure {
    Failure::new(ErrorCode::InvalidInput, shell::advice(code)).at(1, 1)
}

fn syntax_error(code: &str, language: Language, message: &str, offset: usize) -> Failure {
    let place = position::locate(code, offset);
    let (line, column) = (place.line, place.column);
    let quoted = position::excerpt(code, offset);
    let failure = match language {
        Language::TypeScript => Failure::new(
            ErrorCode::TypescriptTransformFailed,
            format!("typescript transform failed: {message} ({line}:{column}){quoted}"),
        ),
        Language::JavaScript => Failure::new(
            ErrorCode::InternalError,
            format!("SyntaxError: {message} ({line}:{column}){quoted}"),
        ),
    };
    failure.at(line, column)
}

fn excessive(code: &str, excess: Excess) -> Failure {
    let (what, offset) = match excess {
        Excess::Depth(at) => (
            format!("code is nested too deeply: at most {} levels", scan::MAX_DEPTH),
            at,
        ),
        Excess::Chain(at) => (
            format!(
                "an expression is too long: at most {} operators or calls in one chain",
                scan::MAX_CHAIN
            ),
            at,
        ),
        Excess::Speculation(at) => (
            "TypeScript's type arguments and conditionals are nested too deeply here; use plain \
             JavaScript or `as` casts"
                .to_owned(),
            at,
        ),
        Excess::Unclear(at) => (
            "code of this size must be unambiguous, and this place is not (a `/` that may divide or begin a \
             regular expression, an HTML comment, or a literal that does not end); put it in parentheses or \
             split the code"
                .to_owned(),
            at,
        ),
    };
    let place = position::locate(code, offset);
    Failure::new(
        ErrorCode::InvalidInput,
        format!("{what} ({}:{}).", place.line, place.column),
    )
    .at(place.line, place.column)
}
