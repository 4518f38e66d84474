//! Results and telemetry as JSON text.
//!
//! Owns: the wire shape of `CodeModeResult`. The value and the output are JSON texts already, written
//! by the guest; they are put in as they are, so that nothing is parsed before V8 does it once.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use super::view::CatalogView;
use crate::error::Failure;
use crate::guest::Output;

pub const TIMEOUT: &str = "code mode timeout exceeded";

/// What every result of a cell says, whatever happened in it.
#[derive(Default)]
pub struct Facts {
    pub view: Option<Arc<CatalogView>>,
    /// Id of the outer `exec` call; may be empty.
    pub tool_call_id: String,
}

/// One nested call, as results list it: no inputs.
#[derive(Clone, Debug)]
pub struct CallRecord {
    pub entry: u32,
    pub tool_call_id: String,
    pub state: CallState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallState {
    Pending,
    Completed,
    Failed,
}

impl CallState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }
}

/// What a cell did so far.
#[derive(Debug, Default)]
pub struct Account {
    pub waits: u32,
    pub searches: u32,
    pub describes: u32,
    pub calls: u32,
    pub namespace_calls: u32,
    pub records: Vec<CallRecord>,
    /// Name of the limit that was hit.
    pub limit: Option<&'static str>,
    pub snapshot_bytes: Option<usize>,
    /// Milliseconds since the epoch.
    pub saved_at: Option<u64>,
    pub restores: u32,
    pub transform: Duration,
    pub guest: Duration,
    pub total: Duration,
}

/// Most calls that a result lists.
pub const MAX_RECORDS: usize = 256;
const MAX_CALLED_TOOLS: usize = 64;

/// A result in the making.
pub struct Draft<'a> {
    pub facts: &'a Facts,
    pub account: &'a Account,
    pub output: &'a Output,
    /// First output item that is shown; `since` is the first that no earlier result has shown.
    pub shown_from: usize,
    pub since: usize,
}

/// Appends `text` as a JSON string literal.
pub fn push_string(into: &mut String, text: &str) {
    into.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape: Option<&str> = match byte {
            b'"' => Some("\\\""),
            b'\\' => Some("\\\\"),
            b'\n' => Some("\\n"),
            b'\r' => Some("\\r"),
            b'\t' => Some("\\t"),
            0..=0x1f => None,
            _ => continue,
        };
        into.push_str(&text[plain..at]);
        match escape {
            Some(escape) => into.push_str(escape),
            None => {
                let _ = write!(into, "\\u{byte:04x}");
            }
        }
        plain = at + 1;
    }
    into.push_str(&text[plain..]);
    into.push('"');
}

/// `text` as a JSON string literal.
pub fn string_literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_string(&mut out, text);
    out
}

impl Draft<'_> {
    pub fn completed(&self, value: &str) -> String {
        let mut out = String::with_capacity(512 + value.len() + self.output.bytes());
        out.push_str(r#"{"status":"completed","value":"#);
        out.push_str(value);
        self.tail(&mut out);
        out
    }

    /// `pending`: request id, method and tool name of what is not settled yet.
    pub fn waiting(
        &self,
        run_id: &str,
        reason: &str,
        pending: &[(u32, &'static str, Option<String>)],
    ) -> String {
        let mut out = String::with_capacity(768 + self.output.bytes());
        let _ = write!(
            out,
            r#"{{"status":"waiting","runId":"{run_id}","reason":"{reason}","pendingToolCalls":["#
        );
        for (k, (id, method, tool)) in pending.iter().enumerate() {
            let comma = if k > 0 { "," } else { "" };
            let _ = write!(out, r#"{comma}{{"id":"{id}","method":"{method}""#);
            if let Some(tool) = tool {
                out.push_str(r#","tool":"#);
                push_string(&mut out, tool);
            }
            out.push('}');
        }
        out.push(']');
        self.tail(&mut out);
        out
    }

    pub fn failed(&self, failure: &Failure) -> String {
        let mut out = String::with_capacity(768 + failure.message.len() + self.output.bytes());
        failure_head(&mut out, failure);
        self.tail(&mut out);
        out
    }

    fn tail(&self, out: &mut String) {
        if !self.output.is_empty() {
            out.push_str(r#","output":"#);
            self.output.write_json(self.shown_from, out);
            let _ = write!(out, r#","outputSince":{}"#, self.since);
        }
        out.push_str(r#","calls":["#);
        for (k, record) in self.account.records.iter().enumerate() {
            let Some(entry) = self
                .facts
                .view
                .as_ref()
                .and_then(|view| view.catalog.get(record.entry))
            else {
                continue;
            };
            out.push_str(if k > 0 { r#",{"id":"# } else { r#"{"id":"# });
            push_string(out, &entry.id);
            out.push_str(r#","name":"#);
            push_string(out, &entry.name);
            out.push_str(r#","toolCallId":"#);
            push_string(out, &record.tool_call_id);
            let _ = write!(out, r#","status":"{}"}}"#, record.state.as_str());
        }
        out.push(']');
        telemetry(out, self.facts, self.account);
        out.push('}');
    }
}

fn failure_head(out: &mut String, failure: &Failure) {
    out.push_str(r#"{"status":"failed","error":"#);
    push_string(out, &failure.message);
    let _ = write!(out, r#","code":"{}""#, failure.code);
    if let Some(at) = failure.location {
        let _ = write!(
            out,
            r#","location":{{"line":{},"column":{}}}"#,
            at.line, at.column
        );
    }
    for (name, text) in [
        ("detail", &failure.detail()),
        ("excerpt", &failure.excerpt),
        ("hint", &failure.hint),
    ] {
        if let Some(text) = text {
            let _ = write!(out, r#","{name}":"#);
            push_string(out, text);
        }
    }
    if !failure.frames.is_empty() {
        out.push_str(r#","frames":["#);
        for (k, frame) in failure.frames.iter().enumerate() {
            out.push_str(if k > 0 {
                r#",{"function":"#
            } else {
                r#"{"function":"#
            });
            push_string(out, &frame.function);
            let _ = write!(
                out,
                r#","line":{},"column":{}}}"#,
                frame.location.line, frame.location.column
            );
        }
        out.push(']');
    }
}

fn telemetry(out: &mut String, facts: &Facts, account: &Account) {
    let counts = facts
        .view
        .as_ref()
        .map(|view| view.catalog.counts())
        .unwrap_or_default();
    let size = facts.view.as_ref().map_or(0, |view| view.catalog.len());
    let _ = write!(
        out,
        concat!(
            r#","telemetry":{{"visibleTools":["exec","wait"],"catalogSize":{},"#,
            r#""sources":{{"openclaw":{},"plugin":{},"mcp":{},"client":{}}},"execCount":1,"waitCount":{},"#,
            r#""searchCount":{},"describeCount":{},"callCount":{},"namespaceCount":{},"calledTools":["#
        ),
        size,
        counts.openclaw,
        counts.plugin,
        counts.mcp,
        counts.client,
        account.waits,
        account.searches,
        account.describes,
        account.calls,
        account.namespace_calls,
    );
    if let Some(view) = &facts.view {
        let mut called: Vec<u32> = Vec::new();
        for record in &account.records {
            if called.len() < MAX_CALLED_TOOLS && !called.contains(&record.entry) {
                called.push(record.entry);
            }
        }
        for (k, entry) in called
            .iter()
            .filter_map(|entry| view.catalog.get(*entry))
            .enumerate()
        {
            if k > 0 {
                out.push(',');
            }
            push_string(out, &entry.id);
        }
    }
    out.push_str(r#"],"limits":{"#);
    if let Some(limit) = account.limit {
        let _ = write!(out, r#""{limit}":true"#);
    }
    out.push_str(r#"},"snapshot":{"#);
    if let (Some(bytes), Some(at)) = (account.snapshot_bytes, account.saved_at) {
        let _ = write!(out, r#""bytes":{bytes},"savedAt":{at},"#);
    }
    let ms = |time: Duration| time.as_micros() as f64 / 1000.0;
    let busy = account.transform + account.guest;
    let _ = write!(
        out,
        r#""restores":{}}},"timing":{{"transformMs":{},"guestMs":{},"hostWaitMs":{},"totalMs":{}}}}}"#,
        account.restores,
        ms(account.transform),
        ms(account.guest),
        ms(account.total.saturating_sub(busy)),
        ms(account.total),
    );
}

/// A failed result of something that never became a cell, or whose cell is out of reach.
pub fn failed_without_cell(failure: &Failure, facts: &Facts) -> String {
    let account = Account::default();
    let output = Output::default();
    Draft {
        facts,
        account: &account,
        output: &output,
        shown_from: 0,
        since: 0,
    }
    .failed(failure)
}
