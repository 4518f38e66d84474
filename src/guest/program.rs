//! From a function body to the script that the engine compiles.

use std::ffi::CString;

use crate::error::{ErrorCode, Failure};

/// Two lines, so that a script that begins at [`FIRST_LINE`] has the body's first line as line 1. (The
/// engine takes a first line of 0 for "not given".)
const BEFORE: &str = "(async()=>{\n\"use strict\";\n";
pub(super) const FIRST_LINE: i32 = -1;
const AFTER: &str = "\n})";

/// The script whose value is the cell's async function (NUL-terminated), and its file name. The body
/// begins on a line of its own, so that its positions are the author's.
pub fn wrap_program(body: &str, file: &str) -> Result<(Vec<u8>, CString), Failure> {
    let mut script = Vec::with_capacity(BEFORE.len() + body.len() + AFTER.len() + 1);
    script.extend_from_slice(BEFORE.as_bytes());
    script.extend_from_slice(body.as_bytes());
    script.extend_from_slice(AFTER.as_bytes());
    script.push(0);
    let file = CString::new(file)
        .map_err(|_| Failure::new(ErrorCode::InternalError, "the cell's file name holds a NUL"))?;
    Ok((script, file))
}
