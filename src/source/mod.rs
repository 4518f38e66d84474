//! stub
use crate::error::Failure;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    JavaScript,
    TypeScript,
}
impl Language {
    pub fn file_name(self) -> &'static str {
        match self {
            Self::JavaScript => "exec.js",
            Self::TypeScript => "exec.ts",
        }
    }
}
pub struct Program {
    pub body: String,
    pub language: Language,
}
pub fn prepare(code: &str, language: Language) -> Result<Program, Failure> {
    Ok(Program {
        body: code.to_owned(),
        language,
    })
}
pub const PARSE_STACK_BYTES: usize = 8 << 20;
