//! The addon: the only room that names napi.
//!
//! Owns: the wire between the core and `js/`, that is which classes and functions the addon
//! exports, and how the core's messages reach the event loop. Does not own: any decision about a
//! cell, a catalog or a configuration; those are the core's, and JavaScript objects (tools,
//! executors, signals, callbacks) are `js/`'s.
//!
//! Exported functions run on the thread of a JavaScript environment; [`doorbell`] is what engine
//! threads may call. Every exported function catches unwinding, because a panic that crosses into
//! Node takes the process down.
//!
//! Across the border go numbers and texts only. Ids are JavaScript numbers: tickets count up from
//! 1 in `js/`, and those that the core gives out stay below 2^53.

pub mod doorbell;
pub mod namespaces;
pub mod runtime;
pub mod session;
pub mod surface;

use napi::{Error, JsValue, Unknown, ValueType};

use crate::error::Failure;
use crate::surface::Field;

/// An error whose `code` in JavaScript is that of the contract.
pub(crate) type CodedError = Error<String>;

/// The one way a failure of the core becomes a thrown error.
pub(crate) fn thrown(failure: Failure) -> CodedError {
    Error::new(failure.code.as_str().to_owned(), failure.message)
}

/// A number of JavaScript as an id; what is no such number names nothing.
pub(crate) fn id(number: f64) -> u64 {
    // The cast saturates, and NaN gives 0, which nothing has.
    number as u64
}

/// A field of a tool's input, whatever the model put there.
pub(crate) enum Given {
    Absent,
    Text(String),
    NotText,
}

impl Given {
    pub(crate) fn read(value: Unknown<'_>) -> napi::Result<Self> {
        Ok(match value.get_type()? {
            ValueType::Undefined | ValueType::Null => Self::Absent,
            ValueType::String => Self::Text(value.coerce_to_string()?.into_utf8()?.into_owned()?),
            _ => Self::NotText,
        })
    }

    pub(crate) fn field(&self) -> Field<'_> {
        match self {
            Self::Absent => Field::Absent,
            Self::Text(text) => Field::Text(text),
            Self::NotText => Field::NotText,
        }
    }
}
