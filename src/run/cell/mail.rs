//! What mail tells a cell, and timers that are due.

use super::*;
use crate::guest::{MAX_DEPTH, is_too_deep};

impl Cell {
    /// Sorts the mail; true when the cell was aborted.
    pub(super) fn read(&mut self, mail: Vec<Mail>) -> bool {
        let mut aborted = false;
        for mail in mail {
            match mail {
                Mail::Start | Mail::Alarm => {}
                Mail::Answer { request, outcome } => self.answered(request, outcome),
                Mail::Resume { leg, timeout } => {
                    self.account.waits += 1;
                    self.announce("resumed", Details::default());
                    self.begin_leg(leg, timeout);
                    for open in self.bridge.close_yields() {
                        let reason = open.reason.unwrap_or_else(|| "null".into());
                        let text = format!(r#"{{"status":"yielded","reason":{reason}}}"#);
                        self.news.push(Delivery::Answer {
                            id: open.request,
                            ok: true,
                            text,
                        });
                    }
                }
                Mail::Abort => aborted = true,
                Mail::Hold(request) => {
                    if let Some(open) = self.bridge.get(request) {
                        open.holds += 1;
                        self.clock.hold(Instant::now());
                    }
                }
                Mail::Release(request) => {
                    let held = self.bridge.get(request).filter(|open| open.holds > 0);
                    if let Some(open) = held {
                        open.holds -= 1;
                        self.clock.release(Instant::now());
                    }
                }
            }
        }
        aborted
    }

    pub(super) fn answered(&mut self, request: u32, outcome: Result<String, String>) {
        let Some(open) = self.bridge.close(request) else {
            return;
        };
        for _ in 0..open.holds {
            self.clock.release(Instant::now());
        }
        let outcome = outcome.and_then(|text| {
            if is_too_deep(&text) {
                Err(format!(
                    r#"{{"message":"the tool is done, but JSON cannot carry its result: it is nested too deeply, at most {MAX_DEPTH} levels"}}"#
                ))
            } else {
                Ok(text)
            }
        });
        let record = open.record.and_then(|at| self.account.records.get_mut(at));
        if let Some(record) = record {
            record.state = if outcome.is_ok() {
                CallState::Completed
            } else {
                CallState::Failed
            };
        }
        let ok = outcome.is_ok();
        let text = match (outcome, open.kind) {
            (Ok(result), RequestKind::Call) => {
                let tool = self.request.catalog.catalog.compact_json(open.entry);
                format!(r#"{{"tool":{tool},"result":{result}}}"#)
            }
            (Ok(text) | Err(text), _) => text,
        };
        self.news.push(Delivery::Answer {
            id: request,
            ok,
            text,
        });
    }

    /// Timers that are due become news, earliest first.
    pub(super) fn ring_timers(&mut self, now: Instant) {
        if self.timers.iter().any(|(at, _)| *at <= now) {
            let (mut due, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.timers)
                .into_iter()
                .partition(|(at, _)| *at <= now);
            self.timers = rest;
            self.ledger.timers = self.timers.len() as u32;
            due.sort_by_key(|(at, id)| (*at, *id));
            self.news
                .extend(due.into_iter().map(|(_, id)| Delivery::Timer(id)));
        }
    }
}
