//! One `exec` or `wait`: a promise of the host's that is settled exactly once.
//!
//! Owns: who settles it. The cell does as a rule; the supervisor does when the cell's thread does not
//! come back; whoever is second is ignored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::AcqRel};
use std::time::Instant;

use super::core::{self, Core, Ending};
use super::result::{self, Facts};
use crate::error::{ErrorCode, Failure};
use crate::workers::Overdue;

/// An `exec` or `wait` in flight.
pub struct Leg {
    pub ticket: u64,
    /// Ticket of the cell's `exec`.
    pub cell: u64,
    pub core: Arc<Core>,
    pub facts: Arc<Facts>,
    pub began: Instant,
    settled: AtomicBool,
}

impl Leg {
    pub fn new(ticket: u64, cell: u64, core: Arc<Core>, facts: Arc<Facts>) -> Arc<Self> {
        Arc::new(Self {
            ticket,
            cell,
            core,
            facts,
            began: Instant::now(),
            settled: AtomicBool::new(false),
        })
    }

    /// Claims the right to settle; true for the first caller.
    pub fn claim(&self) -> bool {
        !self.settled.swap(true, AcqRel)
    }
}

impl Overdue for Leg {
    fn overdue(&self, aborted: bool) {
        if !self.claim() {
            return;
        }
        let failure = if aborted {
            Failure::new(ErrorCode::Aborted, core::ABORTED)
        } else {
            Failure::new(ErrorCode::Timeout, result::TIMEOUT)
        };
        let result = result::failed_without_cell(&failure, &self.facts);
        let settled = Some((self.ticket, result));
        self.core
            .end(self.cell, Ending::Failed(&failure), settled, None);
    }
}
