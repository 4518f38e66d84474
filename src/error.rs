//! The sixteen error codes of the contract and the one failure type of the core.
//!
//! Owns: what a failed cell is called. Does not own: when a failure happens (that is every other
//! room) nor how it is shown to JavaScript (`node`).

use std::fmt;

/// Why a cell, a `wait` or a configuration failed. The text form is part of the public contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    RuntimeUnavailable,
    InvalidConfig,
    InvalidInput,
    UnsupportedLanguage,
    TypescriptTransformFailed,
    ModuleAccessDenied,
    Timeout,
    MemoryLimitExceeded,
    OutputLimitExceeded,
    SnapshotLimitExceeded,
    SnapshotExpired,
    SnapshotRestoreFailed,
    TooManyPendingToolCalls,
    NestedToolFailed,
    Aborted,
    InternalError,
}

impl ErrorCode {
    /// The name used on the wire and in `index.d.ts`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RuntimeUnavailable => "runtime_unavailable",
            Self::InvalidConfig => "invalid_config",
            Self::InvalidInput => "invalid_input",
            Self::UnsupportedLanguage => "unsupported_language",
            Self::TypescriptTransformFailed => "typescript_transform_failed",
            Self::ModuleAccessDenied => "module_access_denied",
            Self::Timeout => "timeout",
            Self::MemoryLimitExceeded => "memory_limit_exceeded",
            Self::OutputLimitExceeded => "output_limit_exceeded",
            Self::SnapshotLimitExceeded => "snapshot_limit_exceeded",
            Self::SnapshotExpired => "snapshot_expired",
            Self::SnapshotRestoreFailed => "snapshot_restore_failed",
            Self::TooManyPendingToolCalls => "too_many_pending_tool_calls",
            Self::NestedToolFailed => "nested_tool_failed",
            Self::Aborted => "aborted",
            Self::InternalError => "internal_error",
        }
    }

    /// The code with this wire name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        const ALL: [ErrorCode; 16] = [
            ErrorCode::RuntimeUnavailable,
            ErrorCode::InvalidConfig,
            ErrorCode::InvalidInput,
            ErrorCode::UnsupportedLanguage,
            ErrorCode::TypescriptTransformFailed,
            ErrorCode::ModuleAccessDenied,
            ErrorCode::Timeout,
            ErrorCode::MemoryLimitExceeded,
            ErrorCode::OutputLimitExceeded,
            ErrorCode::SnapshotLimitExceeded,
            ErrorCode::SnapshotExpired,
            ErrorCode::SnapshotRestoreFailed,
            ErrorCode::TooManyPendingToolCalls,
            ErrorCode::NestedToolFailed,
            ErrorCode::Aborted,
            ErrorCode::InternalError,
        ];
        ALL.into_iter().find(|code| code.as_str() == name)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A place in the model's own source; both numbers count from 1, columns in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    pub line: u32,
    pub column: u32,
}

/// One frame of the cell's own stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Function name; empty for the cell's top level.
    pub function: String,
    pub location: Location,
}

/// A namespace and the plugin that it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceOwner {
    pub id: String,
    pub plugin_id: String,
}

/// What went wrong, as the model is told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub code: ErrorCode,
    /// Complete message, ready to be shown.
    pub message: String,
    /// Where in the cell, when that is known.
    pub location: Option<Location>,
    /// The cell's own frames, innermost first.
    pub frames: Vec<Frame>,
    /// The source line at `location`.
    pub excerpt: Option<String>,
    /// Advice where the mistake is a known one.
    pub hint: Option<String>,
    /// Whose scope it was that broke a rule: the message need not say.
    pub namespace: Option<Box<NamespaceOwner>>,
    /// The cell threw something that is no `Error`, which knows no place.
    pub bare: bool,
}

impl Failure {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            location: None,
            frames: Vec::new(),
            excerpt: None,
            hint: None,
            namespace: None,
            bare: false,
        }
    }

    /// For the host: what the message does not say.
    pub fn detail(&self) -> Option<String> {
        let NamespaceOwner { id, plugin_id } = self.namespace.as_deref()?;
        Some(format!("namespace \"{id}\" of plugin \"{plugin_id}\""))
    }

    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.location = Some(Location { line, column });
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Failure {}
