//! What `run` says to the side that owns the tools, and what it may be told.
//!
//! Owns: the messages. Does not own: how they travel (`node` carries them over a threadsafe
//! function; tests answer them in place).

/// The far side of the bridge: one per JavaScript environment, or a test harness.
///
/// Called from engine threads with no lock held; must return at once and must not call back into
/// the engine from inside `post`.
pub trait Host: Send + Sync + 'static {
    fn post(&self, event: HostEvent);

    /// Messages that belong together, in their order: who listens takes them in one go.
    fn post_all(&self, events: Vec<HostEvent>) {
        for event in events {
            self.post(event);
        }
    }
}

/// One message to the host.
#[derive(Clone, Debug, PartialEq)]
pub enum HostEvent {
    /// An `exec` or `wait` is over; `result` is the JSON text of a `CodeModeResult`.
    Settled { ticket: u64, result: String },
    /// A tool is to be run; answer with [`super::Runtime::answer`].
    Call(NestedCall),
    /// The cell is over for good (completed, failed, expired or aborted). Calls of it that still
    /// run get their abort signal, late answers are ignored. `cell` is the ticket of its `exec`.
    Ended { cell: u64 },
    /// A life-cycle event as JSON text (`onEvent`).
    Lifecycle { json: String },
    /// `close` is complete: nothing of this runtime runs any more.
    Closed,
}

/// A tool call made by guest code.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedCall {
    /// Names the call in [`super::Runtime::answer`]; unique in the process.
    pub call: u64,
    /// Ticket of the `exec` that began the cell.
    pub cell: u64,
    /// Index of the tool among the definitions that the catalog was built from (`Entry::origin`).
    pub origin: u32,
    /// `tool_search_code:<parent>:<tool name>:<n>`.
    pub tool_call_id: String,
    /// JSON text: the tool's input, or for a namespace call the array of the guest's arguments.
    pub input: String,
    /// Set when a plugin namespace was called: its id and the path inside its scope.
    pub namespace: Option<(String, Vec<String>)>,
}
