//! The parser's seam: cell text in, syntax tree or one diagnostic out.
//!
//! Owns: the wrapper that makes the cell an async function's body, the check that the cell stays inside
//! it, and which of the parser's complaints count. Does not own: what the tree means. Runs on a thread
//! with [`PARSE_STACK_BYTES`](super::PARSE_STACK_BYTES) of stack; the text must have passed `scan`.

use swc_core::common::{BytePos, Span, Spanned};
use swc_core::ecma::ast::{
    ArrowFunctionBody, AssignTarget, Callee, EsVersion, Expr, Script, SimpleAssignTarget, Stmt,
};
use swc_core::ecma::parser::error::{Error, SyntaxError};
use swc_core::ecma::parser::{EsSyntax, Lexer, Parser, StringInput, Syntax, TsSyntax};

use super::Language;

/// What the guest puts around the body, on one line so that positions shift by a constant.
const PREFIX: &str = "(async()=>{\"use strict\";";
/// The line feed ends a comment that the cell may have left open.
const SUFFIX: &str = "\n})()";
/// Position of the cell's first byte. The parser reserves position 0.
const ORIGIN: u32 = 1 + PREFIX.len() as u32;

/// The parser's messages may repeat a token of the cell, which can be as long as the cell.
const MAX_MESSAGE_CHARS: usize = 300;

/// A parsed cell. All positions in the tree are turned into offsets by [`Tree::offset`].
pub struct Tree {
    script: Script,
}

/// Why there is no tree.
pub enum Refusal {
    /// `import`, `export` or `import.meta` at a byte offset, where the grammar has no place for them.
    ModuleSyntax { offset: usize },
    /// Not a program: message and byte offset in the cell.
    Syntax { message: String, offset: usize },
}

impl Tree {
    /// The cell's own statements; the first one is the wrapper's `"use strict"`.
    pub fn statements(&self) -> &[Stmt] {
        let body = first_expression(&self.script).and_then(wrapper_body);
        match body {
            Some(ArrowFunctionBody::FunctionBody(body)) => body.stmts.get(1..).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Byte offset in the cell of a position in its tree.
pub fn offset(position: BytePos) -> usize {
    position.0.saturating_sub(ORIGIN) as usize
}

/// Byte range in the cell of a span in its tree.
pub fn range(span: Span) -> (usize, usize) {
    (offset(span.lo), offset(span.hi))
}

/// Parses the cell as the body of a strict async arrow function.
pub fn parse(code: &str, language: Language) -> Result<Tree, Refusal> {
    let mut text = String::with_capacity(PREFIX.len() + code.len() + SUFFIX.len());
    text.push_str(PREFIX);
    text.push_str(code);
    text.push_str(SUFFIX);
    match run(&text, language) {
        Ok((script, recovered)) => judge(script, &recovered, code, language),
        Err(error) => Err(refusal(&error, code)),
    }
}

fn run(text: &str, language: Language) -> Result<(Script, Vec<Error>), Error> {
    let syntax = match language {
        // What the engine does not know it refuses itself, with a better position in its own grammar.
        Language::JavaScript => Syntax::Es(EsSyntax {
            decorators: true,
            auto_accessors: true,
            allow_super_outside_method: true,
            explicit_resource_management: true,
            ..EsSyntax::default()
        }),
        Language::TypeScript => Syntax::Typescript(TsSyntax {
            decorators: true,
            ..TsSyntax::default()
        }),
    };
    let end = BytePos(1 + text.len() as u32);
    let input = StringInput::new(text, BytePos(1), end);
    let lexer = Lexer::new(syntax, EsVersion::EsNext, input, None);
    let mut parser = Parser::new_from(lexer);
    let script = parser.parse_script()?;
    Ok((script, parser.take_errors()))
}

fn judge(
    script: Script,
    recovered: &[Error],
    code: &str,
    language: Language,
) -> Result<Tree, Refusal> {
    if let Some(escape) = escape_offset(&script, code) {
        return Err(Refusal::Syntax {
            message: "Unexpected token '}'".to_owned(),
            offset: escape,
        });
    }
    for error in recovered {
        if is_module_syntax(error.kind()) {
            return Err(Refusal::ModuleSyntax {
                offset: offset(error.span().lo),
            });
        }
    }
    // The tree of a JavaScript cell is complete in spite of these, and the engine has the last word. In
    // TypeScript what is wrong has to be said before it is rewritten.
    if language == Language::TypeScript
        && let Some(error) = recovered.iter().find(|error| !is_tolerable(error.kind()))
    {
        return Err(refusal(error, code));
    }
    Ok(Tree { script })
}

/// Where the cell has closed its wrapper, if it has: the script must be the wrapper's call and nothing
/// else, and the arrow's body must end with the suffix.
fn escape_offset(script: &Script, code: &str) -> Option<usize> {
    let body_end = BytePos(ORIGIN + code.len() as u32 + 2);
    let wrapped = match (&script.body[..], first_expression(script)) {
        ([_], Some(Expr::Call(call))) => match &call.callee {
            Callee::Expr(callee) => match &**callee {
                Expr::Paren(paren) => match &*paren.expr {
                    Expr::Arrow(arrow) => arrow.body.span().hi == body_end,
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        },
        _ => false,
    };
    if wrapped {
        return None;
    }
    let end = first_expression(script)
        .and_then(wrapper_body)
        .map_or(0, |body| offset(body.span().hi).saturating_sub(1));
    Some(end.min(code.len()))
}

fn first_expression(script: &Script) -> Option<&Expr> {
    match script.body.first()? {
        Stmt::Expr(statement) => Some(&statement.expr),
        _ => None,
    }
}

/// The body of the arrow function that starts right after the wrapper's parenthesis: the leftmost
/// expression, whatever has been built on top of it.
fn wrapper_body(mut expression: &Expr) -> Option<&ArrowFunctionBody> {
    loop {
        expression = match expression {
            Expr::Arrow(arrow) => return Some(&arrow.body),
            Expr::Paren(inner) => &inner.expr,
            Expr::Seq(list) => list.exprs.first()?,
            Expr::Bin(binary) => &binary.left,
            Expr::Cond(conditional) => &conditional.test,
            Expr::Member(member) => &member.obj,
            Expr::TaggedTpl(tagged) => &tagged.tag,
            Expr::Update(update) => &update.arg,
            Expr::TsAs(cast) => &cast.expr,
            Expr::TsSatisfies(cast) => &cast.expr,
            Expr::TsNonNull(cast) => &cast.expr,
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => callee,
                _ => return None,
            },
            Expr::Assign(assign) => match &assign.left {
                AssignTarget::Simple(SimpleAssignTarget::Paren(paren)) => &paren.expr,
                AssignTarget::Simple(SimpleAssignTarget::Member(member)) => &member.obj,
                _ => return None,
            },
            _ => return None,
        };
    }
}

fn refusal(error: &Error, code: &str) -> Refusal {
    let mut kind = error.kind();
    while let SyntaxError::WithLabel { inner, .. } = kind {
        kind = inner.kind();
    }
    if is_module_syntax(kind) {
        return Refusal::ModuleSyntax {
            offset: offset(error.span().lo).min(code.len()),
        };
    }
    let at = offset(error.span().lo);
    if at < code.len() {
        return Refusal::Syntax {
            message: kind.msg().chars().take(MAX_MESSAGE_CHARS).collect(),
            offset: at,
        };
    }
    // The parser stumbled over the suffix: either a brace too many or something left open.
    match super::scan::first_unmatched_brace(code) {
        Some(offset) => Refusal::Syntax {
            message: "Unexpected token '}'".to_owned(),
            offset,
        },
        None => Refusal::Syntax {
            message: "Unexpected end of input".to_owned(),
            offset: code.trim_end().len(),
        },
    }
}

fn is_module_syntax(kind: &SyntaxError) -> bool {
    matches!(
        kind,
        SyntaxError::ImportExportInScript
            | SyntaxError::NonTopLevelImportExport
            | SyntaxError::ImportMetaInScript
            | SyntaxError::ExportNotAllowed
            | SyntaxError::InvalidImport
    )
}

/// Complaints that are a type checker's business, or that the engine repeats where they matter: erasing
/// the types gives the program that was meant.
fn is_tolerable(kind: &SyntaxError) -> bool {
    use SyntaxError as S;
    matches!(
        kind,
        S::TsRequiredAfterOptional
            | S::TsBindingPatCannotBeOptional
            | S::TsNonNullAssertionNotAllowed(_)
            | S::TsAssertionBinaryOp
            | S::PrivateNameInInterface
            | S::ReadOnlyMethod
            | S::GetterSetterCannotBeReadonly
            | S::GetterSetterCannotBeOptional
            | S::PrivateNameModifier(_)
            | S::TS1015
            | S::TS1029(..)
            | S::TS1030(_)
            | S::TS1031
            | S::TS1038
            | S::TS1042
            | S::TS1047
            | S::TS1048
            | S::TS1056
            | S::TS1093
            | S::TS1092
            | S::TS1096
            | S::TS1183
            | S::TS1196
            | S::TS1242
            | S::TS1243(..)
            | S::TS1244
            | S::TS1245
            | S::TS1263
            | S::TS1267
            | S::TS1273(_)
            | S::TS1274(_)
            | S::TS1277(_)
            | S::TS2369
            | S::TS2371
            | S::TS2414
            | S::TS2427
            | S::TS2452
            | S::TS2483
            | S::TS2491
            | S::TS2499
            | S::TS2680
            | S::TS2703
            | S::TS4112
            | S::TS18010
    )
}
