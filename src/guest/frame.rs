//! What a guest and the rest of the core exchange during one slice of guest time.
//!
//! Owns: the messages, the per-cell accounts (pending requests, output budget) and the pointer by
//! which host functions find them. Does not own: what the messages mean (`run`).
//!
//! Everything here is plain data outside the arena. Host functions touch it inside a host section
//! only, so a hard stop never leaves it half written.

use std::cell::Cell;

use super::alloc::Heap;

/// Longest input of one call, in bytes of JSON: the host parses it on its event loop, which may not be
/// held up for more than some ten milliseconds by it.
pub const MAX_INPUT_BYTES: usize = 1 << 20;
/// Longest answer, in bytes of JSON.
pub const MAX_PAYLOAD_BYTES: usize = 16 << 20;
/// Most bytes of payloads that a cell may have made and that are not on their way to a tool yet: a
/// payload lies outside the guest's own memory.
pub const MAX_UNSENT_BYTES: usize = 16 * MAX_INPUT_BYTES;
/// Most timers a cell may have at once.
pub const MAX_TIMERS: usize = 1024;

/// Answers what a guest asks without leaving its thread. Implemented by `run`.
pub trait World {
    /// One of the synchronous questions (`kind` as in `prelude`); JSON text, or a catchable message.
    fn query(&self, kind: i32, target: &str, args: &str) -> Result<String, String>;
    /// The property `name` of scope node `node`.
    fn child(&self, node: u32, name: &str) -> Option<Child>;
    /// Names of all properties of scope node `node`, in order.
    fn names(&self, node: u32) -> Vec<String>;
}

/// A property of a scope object, as the prelude's `materialize` takes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Identifies the property's value in the whole scope tree.
    pub node: u32,
    pub kind: ChildKind,
}

/// What a scope property is. The numbers are the prelude's.
#[derive(Clone, Debug, PartialEq)]
pub enum ChildKind {
    /// Another scope object.
    Object,
    /// A constant, as JSON text.
    Json(String),
    /// Calls the catalog entry with this index.
    Tool(u32),
    /// Calls the MCP tool that is the catalog entry with this index.
    Mcp(u32),
    /// Calls a plugin namespace: id and path, separated by U+0000.
    Namespace(String),
    /// A function of the prelude, by name.
    Builtin(String),
}

/// Kinds of bridge requests. The numbers are the prelude's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    Call,
    CallValue,
    Mcp,
    Namespace,
    Yield,
}

impl RequestKind {
    pub fn from_number(kind: i32) -> Option<Self> {
        Some(match kind {
            1 => Self::Call,
            2 => Self::CallValue,
            3 => Self::Mcp,
            4 => Self::Namespace,
            5 => Self::Yield,
            _ => return None,
        })
    }
}

/// Something the guest wants from outside; it waits for the delivery with the same id.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub id: u32,
    pub kind: RequestKind,
    /// Catalog index as decimal digits, or a namespace path.
    pub target: String,
    /// JSON text; `None` when the guest passed nothing.
    pub payload: Option<String>,
}

/// How a cell ended, as its own code brought it about.
#[derive(Clone, Debug, PartialEq)]
pub enum Finish {
    /// JSON text of the value.
    Value(String),
    /// JSON text that describes the error.
    Error(String),
}

/// Why the host stops a guest in the middle, apart from its deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Output and value are larger than `maxOutputBytes`.
    Output,
}

/// Output of a cell: JSON texts of its items, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Output {
    text: String,
    ends: Vec<u32>,
}

/// No cell can make more output items than this: each costs memory beside its text.
const MAX_OUTPUT_ITEMS: usize = 1 << 18;

impl Output {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of the JSON array of all items; 0 when there is none.
    pub fn bytes(&self) -> usize {
        // As many commas and brackets as items, and one.
        self.text.len() + self.ends.len() + usize::from(!self.ends.is_empty())
    }

    /// Bytes of the array with one more item of that many bytes.
    fn bytes_with(&self, item: usize) -> usize {
        self.text.len() + item + self.ends.len() + 2
    }

    fn push(&mut self, parts: [&str; 3]) {
        for part in parts {
            self.text.push_str(part);
        }
        self.ends.push(self.text.len() as u32);
    }

    /// JSON array of the items from `first` on.
    pub fn write_json(&self, first: usize, into: &mut String) {
        into.push('[');
        let mut start = if first == 0 {
            0
        } else {
            self.ends.get(first - 1).map_or(0, |e| *e as usize)
        };
        for (k, end) in self.ends.iter().enumerate().skip(first) {
            if k > first {
                into.push(',');
            }
            into.push_str(&self.text[start..*end as usize]);
            start = *end as usize;
        }
        into.push(']');
    }
}

/// The accounts of one cell that guest code moves. Travels with the cell from slice to slice.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Requests made in this slice, in order.
    pub requests: Vec<Request>,
    /// Timers set in this slice: id and delay in milliseconds.
    pub timers_set: Vec<(u32, f64)>,
    /// Timers taken back in this slice.
    pub timers_cleared: Vec<u32>,
    pub output: Output,
    pub finish: Option<Finish>,
    pub breach: Option<Breach>,
    /// The heap refused memory in the last slice.
    pub starved: bool,
    /// Tool calls that were asked for and whose answer the guest has not got yet.
    pub in_flight: u32,
    /// Timers that are set and have not fired.
    pub timers: u32,
    /// Most tool calls at once, waiting ones included.
    pub max_in_flight: u32,
    /// Most bytes of output and value.
    pub max_output_bytes: usize,
    /// `search`, `describe` and API questions so far.
    pub searches: u32,
    pub describes: u32,
    /// Bytes of payloads that are not let out yet.
    pub unsent_bytes: usize,
    /// Yields that are not answered yet. All other requests count as in flight.
    yields: Vec<u32>,
    next_request: u32,
}

/// Why a request was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Too many calls are pending.
    Calls,
    /// The payloads that wait are too large.
    Bytes,
}

impl Ledger {
    pub fn new(max_in_flight: u32, max_output_bytes: usize) -> Self {
        Self {
            max_in_flight,
            max_output_bytes,
            ..Self::default()
        }
    }

    /// Queues a request.
    pub fn request(
        &mut self,
        kind: RequestKind,
        target: String,
        payload: Option<String>,
    ) -> Result<u32, Excess> {
        if kind != RequestKind::Yield && self.in_flight >= self.max_in_flight {
            return Err(Excess::Calls);
        }
        let bytes = payload.as_ref().map_or(0, String::len);
        if self.unsent_bytes + bytes > MAX_UNSENT_BYTES {
            return Err(Excess::Bytes);
        }
        self.unsent_bytes += bytes;
        self.next_request += 1;
        let id = self.next_request;
        if kind == RequestKind::Yield {
            self.yields.push(id);
        } else {
            self.in_flight += 1;
        }
        self.requests.push(Request {
            id,
            kind,
            target,
            payload,
        });
        Ok(id)
    }

    /// A request is on its way.
    pub fn let_out(&mut self, request: &Request) {
        let bytes = request.payload.as_ref().map_or(0, String::len);
        self.unsent_bytes = self.unsent_bytes.saturating_sub(bytes);
    }

    /// The guest gets the answer to request `id` now. Counted here and not when the answer comes, so
    /// that what the answer sets going can always make one call more.
    pub fn answered(&mut self, id: u32) {
        match self.yields.iter().position(|yielded| *yielded == id) {
            Some(at) => {
                self.yields.swap_remove(at);
            }
            None => self.in_flight = self.in_flight.saturating_sub(1),
        }
    }

    /// Appends an output item; false when the budget is spent.
    pub fn emit(&mut self, json_item: bool, json: &str) -> bool {
        let (before, after) = if json_item {
            (r#"{"type":"json","value":"#, "}")
        } else {
            (r#"{"type":"text","text":"#, "}")
        };
        let bytes = before.len() + json.len() + after.len();
        if self.output.len() >= MAX_OUTPUT_ITEMS
            || self.output.bytes_with(bytes) > self.max_output_bytes
        {
            self.breach = Some(Breach::Output);
            return false;
        }
        self.output.push([before, json, after]);
        true
    }

    /// Takes the cell's end; a value over the budget is a breach instead.
    pub fn finish(&mut self, finish: Finish) {
        if let Finish::Value(json) = &finish
            && self.output.bytes() + json.len() > self.max_output_bytes
        {
            self.breach = Some(Breach::Output);
            return;
        }
        if self.finish.is_none() {
            self.finish = Some(finish);
        }
    }
}

/// What host functions of the running slice may reach.
pub struct Frame<'a> {
    pub world: &'a dyn World,
    pub ledger: &'a mut Ledger,
    /// Of the slot whose slice runs.
    pub heap: Option<Heap>,
}

thread_local! {
    static CURRENT: Cell<*mut Frame<'static>> = const { Cell::new(std::ptr::null_mut()) };
}

/// Makes `frame` the one that host functions on this thread see, until `leave`.
///
/// # Safety
/// `frame` must stay valid and otherwise untouched until [`leave`] is called on this thread.
pub unsafe fn enter(frame: *mut Frame<'_>) {
    CURRENT.set(frame.cast());
}

pub fn leave() {
    CURRENT.set(std::ptr::null_mut());
}

/// Runs `f` on the current frame; `None` outside a slice. Must be called inside a host section, and
/// `f` must not run guest code.
pub fn with<R>(f: impl FnOnce(&mut Frame<'static>) -> R) -> Option<R> {
    let frame = CURRENT.get();
    // SAFETY: `enter` promises validity until `leave`; a slice runs on one thread and `f` runs no
    // guest code, so no second reference exists.
    (!frame.is_null()).then(|| f(unsafe { &mut *frame }))
}

/// Whether the running slice broke a limit and must end.
pub fn breached() -> bool {
    with(|frame| frame.ledger.breach.is_some()).unwrap_or(false)
}
