//! How a cell ends, and the result that says so.

use super::*;
use crate::guest::Output;
use crate::workers::about_to_end;

/// Longest output that is kept of a run that is gone, in bytes.
const MAX_LAST_OUTPUT: usize = 64 << 10;

/// Heap that is cleared in some microseconds, in bytes.
const QUICK_TO_CLEAR: u64 = 2 << 20;

impl Cell {
    pub(super) fn draft(&mut self, leg: &Leg) -> Draft<'_> {
        self.account.total += leg.began.elapsed();
        let since = self.shown;
        self.shown = self.ledger.output.len();
        Draft {
            facts: &self.facts,
            account: &self.account,
            output: &self.ledger.output,
            shown_from: match self.core.options.output_delivery {
                OutputDelivery::Cumulative => 0,
                OutputDelivery::Incremental => since,
            },
            since,
        }
    }

    /// The cell is over.
    pub(super) fn end(&mut self, how: Ending<'_>) -> Next {
        self.count_questions();
        let last_words = match &how {
            Ending::Failed(failure) => self.last_words(failure),
            Ending::Completed(_) => None,
        };
        // Clearing a large heap takes a while: then the next cell is better off elsewhere.
        if self.heap_bytes < QUICK_TO_CLEAR {
            about_to_end();
        }
        let leg = self.leg.take();
        // When the supervisor claimed the leg before, it ends the cell as well.
        if leg.as_ref().is_none_or(|leg| leg.claim()) {
            let settled = leg.map(|leg| {
                let draft = self.draft(&leg);
                let result = match &how {
                    Ending::Completed(value) => draft.completed(value),
                    Ending::Failed(failure) => draft.failed(failure),
                };
                (leg.ticket, result)
            });
            self.core.end(self.ticket, how, settled, last_words);
        }
        Next {
            stay: Stay::Gone,
            alarm: None,
        }
    }

    /// What a `wait` is told that comes when the run is gone: the calls it had made, and its output.
    pub(super) fn last_words(&self, failure: &Failure) -> Option<String> {
        let kept = matches!(
            failure.code,
            ErrorCode::Aborted | ErrorCode::SnapshotExpired
        );
        if !kept || self.run_id.is_none() {
            return None;
        }
        let silent = Output::default();
        let output = &self.ledger.output;
        let draft = Draft {
            facts: &self.facts,
            account: &self.account,
            output: if output.bytes() > MAX_LAST_OUTPUT {
                &silent
            } else {
                output
            },
            shown_from: match self.core.options.output_delivery {
                OutputDelivery::Cumulative => 0,
                OutputDelivery::Incremental => self.shown,
            },
            since: self.shown,
        };
        Some(draft.failed(failure))
    }

    pub(super) fn count_questions(&self) {
        self.core
            .counters
            .searches
            .fetch_add(u64::from(self.ledger.searches), Relaxed);
        self.core
            .counters
            .describes
            .fetch_add(u64::from(self.ledger.describes), Relaxed);
    }

    pub(super) fn fail(&mut self, failure: &Failure) -> Next {
        let mut failure = failure.clone();
        teach::explain(
            &mut failure,
            &self.request.code,
            self.request.language,
            &self.request.catalog,
            &self.scopes,
        );
        self.end(Ending::Failed(&failure))
    }

    /// The cell's own code ended.
    pub(super) fn finished(&mut self) -> Next {
        match self.ledger.finish.take() {
            Some(Finish::Value(json)) => self.end(Ending::Completed(&json)),
            Some(Finish::Error(json)) => {
                let code = &self.request.code;
                let place = |line, column| self.places.in_cell(code, line, column);
                let failure = failure_of(&json, self.ledger.starved, place);
                let failure = if failure.code == ErrorCode::MemoryLimitExceeded {
                    self.out_of_memory()
                } else {
                    failure
                };
                self.fail(&failure)
            }
            None => {
                let failure = Failure::new(
                    ErrorCode::InternalError,
                    "code mode run ended without a result",
                );
                self.fail(&failure)
            }
        }
    }
}
