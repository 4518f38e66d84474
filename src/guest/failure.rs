//! The prelude's description of an uncaught error, as a failure of the cell.

use serde::Deserialize;

use crate::error::{ErrorCode, Failure, Frame, Location};

#[derive(Deserialize, Default)]
#[serde(default)]
struct Described {
    message: String,
    /// `None` where the prelude ended the cell for a reason of its own; empty for what is no `Error`.
    name: Option<String>,
    stalled: bool,
    hint: String,
    nested: bool,
    #[serde(rename = "tooMany")]
    too_many: bool,
    oom: bool,
    /// `null` was thrown.
    bare: bool,
    frames: Vec<DescribedFrame>,
}

#[derive(Deserialize)]
struct DescribedFrame {
    function: String,
    line: u32,
    column: u32,
}

/// Reads the JSON text that the prelude hands to `finish`. `starved` says that the heap refused
/// memory meanwhile: the engine throws `null` when there is not even enough for an error. `place` makes the
/// author's place of a line and a column of the engine's.
pub fn failure_of(json: &str, starved: bool, place: impl Fn(u32, u32) -> Location) -> Failure {
    let described: Described = serde_json::from_str(json).unwrap_or_else(|_| Described {
        message: "the cell failed".into(),
        ..Described::default()
    });
    let code = if described.oom || (described.bare && starved) {
        ErrorCode::MemoryLimitExceeded
    } else if described.too_many {
        ErrorCode::TooManyPendingToolCalls
    } else if described.nested {
        ErrorCode::NestedToolFailed
    } else {
        ErrorCode::InternalError
    };
    let frames: Vec<Frame> = described
        .frames
        .into_iter()
        .map(|frame| Frame {
            function: frame.function,
            location: place(frame.line, frame.column),
        })
        .collect();
    Failure {
        location: frames.first().map(|frame| frame.location),
        bare: code == ErrorCode::InternalError
            && described.name.as_deref() == Some("")
            && !described.stalled,
        hint: Some(described.hint).filter(|hint| !hint.is_empty()),
        frames,
        ..Failure::new(code, described.message)
    }
}
