//! The input of `exec` and `wait`: what is accepted, and what is said about the rest.

use crate::config::{CodeModeConfig, JAVASCRIPT, TYPESCRIPT};
use crate::error::{ErrorCode, Failure};
use crate::source::Language;

/// What the host found in a field of a control tool's input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field<'a> {
    /// Not there, `undefined` or `null`.
    #[default]
    Absent,
    Text(&'a str),
    /// Any other value.
    NotText,
}

impl<'a> Field<'a> {
    /// Blank text says nothing: models fill optional fields with it.
    pub(super) fn said(self) -> Self {
        match self {
            Self::Text(text) if text.trim().is_empty() => Self::Absent,
            other => other,
        }
    }
}

/// The fields of `exec`'s input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecInput<'a> {
    pub code: Field<'a>,
    pub command: Field<'a>,
    pub language: Field<'a>,
}

/// Checks the input of `exec` and gives the cell's text, untrimmed, and its language.
///
/// # Errors
///
/// `invalid_input` when code mode is disabled or the input malformed, `unsupported_language` for a
/// language that the configuration switches off.
pub fn check_exec_input<'a>(
    input: &ExecInput<'a>,
    config: &CodeModeConfig,
) -> Result<(&'a str, Language), Failure> {
    if !config.enabled {
        return Err(invalid("code mode is disabled."));
    }
    let code = match (input.code.said(), input.command.said()) {
        (Field::Text(code), Field::Absent) | (Field::Absent, Field::Text(code)) => code,
        (Field::Text(code), Field::Text(command)) if code == command => code,
        (Field::Absent | Field::NotText, Field::Absent | Field::NotText) => {
            return Err(invalid("code or command must be a non-empty string."));
        }
        _ => {
            return Err(invalid(
                "code and command must match when both are provided.",
            ));
        }
    };
    let (language, name, accepted) = match input.language {
        Field::Absent | Field::Text(JAVASCRIPT) => {
            (Language::JavaScript, JAVASCRIPT, config.javascript)
        }
        Field::Text(TYPESCRIPT) => (Language::TypeScript, TYPESCRIPT, config.typescript),
        _ => return Err(invalid("language must be javascript or typescript.")),
    };
    if !accepted {
        return Err(Failure::new(
            ErrorCode::UnsupportedLanguage,
            format!("code mode {name} input is disabled."),
        ));
    }
    Ok((code, language))
}

/// Checks the input of `wait` (`runId`, or `run_id` where that is not given) and gives the id,
/// trimmed.
///
/// # Errors
///
/// `invalid_input` when neither is a non-blank string.
pub fn check_wait_input<'a>(run_id: Field<'a>, alias: Field<'a>) -> Result<&'a str, Failure> {
    match (run_id.said(), alias.said()) {
        (Field::Text(id), _) | (Field::Absent, Field::Text(id)) => Ok(id.trim()),
        _ => Err(invalid("runId must be a non-empty string.")),
    }
}

fn invalid(message: &str) -> Failure {
    Failure::new(ErrorCode::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enabled() -> CodeModeConfig {
        CodeModeConfig {
            enabled: true,
            ..CodeModeConfig::default()
        }
    }

    fn message<T: std::fmt::Debug>(result: Result<T, Failure>) -> (ErrorCode, String) {
        let failure = result.expect_err("a failure");
        (failure.code, failure.message)
    }

    fn exec<'a>(code: Field<'a>, command: Field<'a>, language: Field<'a>) -> ExecInput<'a> {
        ExecInput {
            code,
            command,
            language,
        }
    }

    #[test]
    fn code_comes_from_either_field_untrimmed() {
        use Field::{Absent, Text};
        for (code, command) in [
            (Text(" 1 "), Absent),
            (Absent, Text(" 1 ")),
            (Text(" 1 "), Text(" 1 ")),
            (Text(" 1 "), Text("  ")),
            (Text(""), Text(" 1 ")),
        ] {
            assert_eq!(
                check_exec_input(&exec(code, command, Absent), &enabled()),
                Ok((" 1 ", Language::JavaScript))
            );
        }
    }

    #[test]
    fn code_that_is_blank_or_no_text_is_refused() {
        use Field::{Absent, NotText, Text};
        for (code, command) in [
            (Absent, Absent),
            (Text(" \n\t"), Absent),
            (NotText, Absent),
            (Absent, NotText),
            (Text(""), NotText),
        ] {
            assert_eq!(
                message(check_exec_input(&exec(code, command, Absent), &enabled())),
                (
                    ErrorCode::InvalidInput,
                    "code or command must be a non-empty string.".to_owned()
                )
            );
        }
    }

    #[test]
    fn code_and_command_that_differ_are_refused() {
        use Field::{Absent, NotText, Text};
        for (code, command) in [
            (Text("1"), Text("2")),
            (Text("1"), Text("1 ")),
            (Text("1"), NotText),
            (NotText, Text("1")),
        ] {
            assert_eq!(
                message(check_exec_input(&exec(code, command, Absent), &enabled())),
                (
                    ErrorCode::InvalidInput,
                    "code and command must match when both are provided.".to_owned()
                )
            );
        }
    }

    #[test]
    fn language_is_javascript_unless_it_says_typescript() {
        use Field::{Absent, NotText, Text};
        let read = |language| check_exec_input(&exec(Text("1"), Absent, language), &enabled());
        assert_eq!(read(Text("javascript")), Ok(("1", Language::JavaScript)));
        assert_eq!(read(Text("typescript")), Ok(("1", Language::TypeScript)));
        for odd in [Text("bash"), Text(""), Text("TypeScript"), NotText] {
            assert_eq!(
                message(read(odd)),
                (
                    ErrorCode::InvalidInput,
                    "language must be javascript or typescript.".to_owned()
                )
            );
        }
    }

    #[test]
    fn a_language_switched_off_is_unsupported() {
        use Field::{Absent, Text};
        let only_typescript = CodeModeConfig {
            javascript: false,
            languages: vec![TYPESCRIPT],
            ..enabled()
        };
        let read =
            |language| check_exec_input(&exec(Text("1"), Absent, language), &only_typescript);
        assert!(read(Text("typescript")).is_ok());
        for language in [Absent, Text("javascript")] {
            assert_eq!(
                message(read(language)),
                (
                    ErrorCode::UnsupportedLanguage,
                    "code mode javascript input is disabled.".to_owned()
                )
            );
        }
    }

    #[test]
    fn nothing_is_accepted_while_code_mode_is_disabled() {
        let input = exec(Field::Text("1"), Field::Absent, Field::Absent);
        assert_eq!(
            message(check_exec_input(&input, &CodeModeConfig::default())),
            (ErrorCode::InvalidInput, "code mode is disabled.".to_owned())
        );
    }

    #[test]
    fn wait_takes_a_run_id_under_either_name() {
        use Field::{Absent, NotText, Text};
        assert_eq!(check_wait_input(Text(" cm_1\n"), Absent), Ok("cm_1"));
        assert_eq!(check_wait_input(Absent, Text("cm_2")), Ok("cm_2"));
        assert_eq!(check_wait_input(Text("cm_1"), Text("cm_2")), Ok("cm_1"));
        for (run_id, alias) in [
            (Absent, Absent),
            (Text("  "), Absent),
            (NotText, Absent),
            (NotText, Text("cm_2")),
            (Absent, NotText),
        ] {
            assert_eq!(
                message(check_wait_input(run_id, alias)),
                (
                    ErrorCode::InvalidInput,
                    "runId must be a non-empty string.".to_owned()
                )
            );
        }
    }
}
