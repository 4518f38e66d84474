//! Life-cycle events of cells, for hosts that asked for them.
//!
//! Owns: their shape as JSON. No inputs, no values, no names of the guest's making.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use super::core::Core;
use super::host::HostEvent;
use super::result::push_string;

/// Milliseconds since the epoch.
pub fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}

/// What an event says beyond its type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Details<'a> {
    pub run_id: Option<&'a str>,
    /// Why it waits, or the code with which it failed.
    pub reason: Option<&'a str>,
    pub code: Option<&'a str>,
    pub snapshot_bytes: Option<usize>,
    pub pending: Option<usize>,
}

/// Tells the host of a transition: `started`, `waiting`, `resumed`, `completed`, `failed`, `expired` or
/// `aborted`.
pub fn announce(
    core: &Core,
    transition: &str,
    cell: u64,
    tool_call_id: &str,
    details: Details<'_>,
) {
    if !core.options.lifecycle_events {
        return;
    }
    let mut json = format!(r#"{{"type":"{transition}","cell":{cell},"at":{}"#, now_ms());
    let texts = [
        ("toolCallId", Some(tool_call_id).filter(|id| !id.is_empty())),
        ("runId", details.run_id),
        ("reason", details.reason),
        ("code", details.code),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            let _ = write!(json, r#","{name}":"#);
            push_string(&mut json, text);
        }
    }
    let numbers = [
        ("snapshotBytes", details.snapshot_bytes),
        ("pending", details.pending),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            let _ = write!(json, r#","{name}":{number}"#);
        }
    }
    json.push('}');
    core.host.post(HostEvent::Lifecycle { json });
}
