//! The decisions behind the before-call hooks of `exec`: which kind of input it is, and how `code`
//! and `command` are kept the same, so that a policy written for a shell's `command` sees the cell.

use crate::config::{JAVASCRIPT, TYPESCRIPT};

use super::EXEC_TOOL_KIND;
use super::input::Field;

/// What the hook events of the control tool `exec` carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HookMetadata {
    /// `toolKind`
    pub tool_kind: &'static str,
    /// `toolInputKind`, left out for a language that is not known.
    pub tool_input_kind: Option<&'static str>,
}

/// The metadata of an `exec` call, from the `language` in its parameters.
pub fn exec_hook_metadata(language: Field<'_>) -> HookMetadata {
    HookMetadata {
        tool_kind: EXEC_TOOL_KIND,
        tool_input_kind: match language {
            Field::Absent | Field::Text(JAVASCRIPT) => Some(JAVASCRIPT),
            Field::Text(TYPESCRIPT) => Some(TYPESCRIPT),
            _ => None,
        },
    }
}

/// The same where only the tool's kind is known; `None` for any other kind.
pub fn exec_hook_metadata_for_kind(kind: Field<'_>, language: Field<'_>) -> Option<HookMetadata> {
    (kind == Field::Text(EXEC_TOOL_KIND)).then(|| exec_hook_metadata(language))
}

/// A change to the parameters of `exec`: set that field to that text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamsEdit<'a> {
    Keep,
    SetCode(&'a str),
    SetCommand(&'a str),
}

/// What to change before hooks see the parameters, so that a policy written for a shell's `command`
/// sees the cell. A blank field counts as not given, as it does for `exec`: a cell must not hide
/// behind an empty `command`.
pub fn mirror_exec_params<'a>(code: Field<'a>, command: Field<'a>) -> ParamsEdit<'a> {
    match (code.said(), command.said()) {
        (Field::Text(code), Field::Absent) => ParamsEdit::SetCommand(code),
        (Field::Absent, Field::Text(command)) => ParamsEdit::SetCode(command),
        _ => ParamsEdit::Keep,
    }
}

/// The `code` and `command` of one version of the parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeFields<'a> {
    pub code: Field<'a>,
    pub command: Field<'a>,
}

/// What to change after the hooks: a rewrite of one of the mirrored fields is copied to the other.
/// Rewrites that conflict stay, for `exec` to refuse.
///
/// `shown` is what the hooks were shown, `adjusted` what they made of it.
pub fn reconcile_exec_params<'a>(
    shown: CodeFields<'_>,
    adjusted: CodeFields<'a>,
) -> ParamsEdit<'a> {
    let Field::Text(mirrored) = shown.code else {
        return ParamsEdit::Keep;
    };
    if shown.command != Field::Text(mirrored) {
        return ParamsEdit::Keep;
    }
    let untouched = |field: Field<'_>| field == Field::Absent || field == Field::Text(mirrored);
    match (adjusted.code, adjusted.command) {
        (Field::Text(code), other) if code != mirrored && untouched(other) => {
            ParamsEdit::SetCommand(code)
        }
        (other, Field::Text(command)) if command != mirrored && untouched(other) => {
            ParamsEdit::SetCode(command)
        }
        _ => ParamsEdit::Keep,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hook_metadata_tells_the_kind_of_input() {
        use Field::{Absent, NotText, Text};
        for (language, kind) in [
            (Absent, Some(JAVASCRIPT)),
            (Text("javascript"), Some(JAVASCRIPT)),
            (Text("typescript"), Some(TYPESCRIPT)),
            (Text("bash"), None),
            (NotText, None),
        ] {
            let metadata = exec_hook_metadata(language);
            assert_eq!(
                (metadata.tool_kind, metadata.tool_input_kind),
                ("code_mode_exec", kind)
            );
        }
        assert!(exec_hook_metadata_for_kind(Text("code_mode_exec"), Absent).is_some());
        for other in [Absent, NotText, Text("exec")] {
            assert!(exec_hook_metadata_for_kind(other, Absent).is_none());
        }
    }

    #[test]
    fn hooks_see_the_cell_in_both_fields() {
        use Field::{Absent, NotText, Text};
        assert_eq!(
            mirror_exec_params(Text("x"), Absent),
            ParamsEdit::SetCommand("x")
        );
        assert_eq!(
            mirror_exec_params(Text("x"), Text(" ")),
            ParamsEdit::SetCommand("x")
        );
        assert_eq!(
            mirror_exec_params(Absent, Text("x")),
            ParamsEdit::SetCode("x")
        );
        for (code, command) in [
            (Text("x"), Text("x")),
            (Text("x"), Text("y")),
            (Text("x"), NotText),
            (Absent, Absent),
        ] {
            assert_eq!(mirror_exec_params(code, command), ParamsEdit::Keep);
        }
    }

    #[test]
    fn a_rewrite_of_one_field_is_copied_and_a_conflict_is_left() {
        use Field::{Absent, NotText, Text};
        let both = |code, command| CodeFields { code, command };
        let shown = both(Text("x"), Text("x"));
        for (code, command, edit) in [
            (Text("y"), Text("x"), ParamsEdit::SetCommand("y")),
            (Text("y"), Absent, ParamsEdit::SetCommand("y")),
            (Text("x"), Text("y"), ParamsEdit::SetCode("y")),
            (Absent, Text("y"), ParamsEdit::SetCode("y")),
            (Text("x"), Text(""), ParamsEdit::SetCode("")),
            (Text("x"), Text("x"), ParamsEdit::Keep),
            (Text("y"), Text("y"), ParamsEdit::Keep),
            (Text("y"), Text("z"), ParamsEdit::Keep),
            (Text("y"), NotText, ParamsEdit::Keep),
            (Absent, Absent, ParamsEdit::Keep),
        ] {
            assert_eq!(reconcile_exec_params(shown, both(code, command)), edit);
        }
        let apart = both(Text("x"), Text("other"));
        assert_eq!(
            reconcile_exec_params(apart, both(Text("y"), Text("other"))),
            ParamsEdit::Keep
        );
    }
}
