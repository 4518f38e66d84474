//! Stub, dropped on merge.
use crate::config::CodeModeConfig;
use crate::error::{ErrorCode, Failure};
pub enum Field { Missing, Text(String), Other }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language { Javascript, Typescript }
pub struct ExecInput { pub code: String, pub language: Language }
pub fn check_exec_input(code: Field, command: Field, _l: Field, _c: &CodeModeConfig) -> Result<ExecInput, Failure> {
    match (code, command) {
        (Field::Text(code), _) | (_, Field::Text(code)) if !code.trim().is_empty() => Ok(ExecInput { code, language: Language::Javascript }),
        _ => Err(Failure::new(ErrorCode::InvalidInput, "code or command must be a non-empty string.")),
    }
}
pub fn check_wait_input(a: Field, b: Field) -> Result<String, Failure> {
    match (a, b) { (Field::Text(t), _) | (_, Field::Text(t)) if !t.trim().is_empty() => Ok(t), _ => Err(Failure::new(ErrorCode::InvalidInput, "runId must be a non-empty string.")) }
}
