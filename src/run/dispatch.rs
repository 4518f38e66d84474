//! The bridge of one cell: what is pending, what waits its turn, and the ids that hosts answer to.
//!
//! Owns: the cell's open requests. Does not own: when requests are let out (`cell`).

use std::collections::VecDeque;

use super::PendingOverflow;
use crate::guest::{Request, RequestKind};
use crate::workers::ActorId;

/// Calls a cell can make in its life: the low bits of a call id.
const REQUEST_BITS: u32 = 20;
const MAX_REQUESTS: u32 = (1 << REQUEST_BITS) - 1;
/// How many calls can wait their turn with `pendingOverflow: "queue"`.
pub const MAX_QUEUED: u32 = 1024;

/// Whether a request with this number can have a call id.
///
/// # Errors
///
/// What the guest is told when it cannot: a larger number would stand for another request.
pub fn check_request(request: u32) -> Result<(), String> {
    if request > MAX_REQUESTS {
        return Err(format!(
            "too many tool calls in one code mode run: at most {MAX_REQUESTS}."
        ));
    }
    Ok(())
}

/// Id of a nested call for the host: exact in a JavaScript number.
pub fn join_call(actor: ActorId, request: u32) -> u64 {
    actor << REQUEST_BITS | u64::from(request & MAX_REQUESTS)
}

/// The actor and the request that a call id stands for.
pub fn split_call(call: u64) -> (ActorId, u32) {
    (
        call >> REQUEST_BITS,
        (call & u64::from(MAX_REQUESTS)) as u32,
    )
}

/// A request that the host works on, or a yield.
#[derive(Clone, Debug)]
pub struct Open {
    pub request: u32,
    pub kind: RequestKind,
    /// Catalog entry, for calls.
    pub entry: u32,
    /// Index of its record in the account, if it has one.
    pub record: Option<usize>,
    /// For a yield: the answer that `wait` gives.
    pub reason: Option<String>,
    /// How often its tool holds the deadline.
    pub holds: u32,
}

/// The cell's side of the bridge.
#[derive(Debug)]
pub struct Bridge {
    pub open: Vec<Open>,
    /// Calls that wait for one of the others to finish.
    pub queued: VecDeque<Request>,
    limit: u32,
    overflow: PendingOverflow,
}

impl Bridge {
    pub fn new(limit: u32, overflow: PendingOverflow) -> Self {
        Self {
            open: Vec::new(),
            queued: VecDeque::new(),
            limit,
            overflow,
        }
    }

    /// Most calls that the guest may have asked for and not got answered.
    pub fn admitted(limit: u32, overflow: PendingOverflow) -> u32 {
        match overflow {
            PendingOverflow::Reject => limit,
            PendingOverflow::Queue => MAX_QUEUED.max(limit),
        }
    }

    /// Takes requests in; those that may go out now, in order.
    pub fn take_in(&mut self, requests: Vec<Request>) -> Vec<Request> {
        self.queued.extend(requests);
        self.next_batch()
    }

    /// Queued requests for which there is room.
    pub fn next_batch(&mut self) -> Vec<Request> {
        let mut room = match self.overflow {
            PendingOverflow::Reject => usize::MAX,
            PendingOverflow::Queue => (self.limit as usize).saturating_sub(self.calls()),
        };
        let mut batch = Vec::new();
        let mut waiting = VecDeque::new();
        while let Some(request) = self.queued.pop_front() {
            if request.kind == RequestKind::Yield {
                batch.push(request);
            } else if room > 0 {
                room -= 1;
                batch.push(request);
            } else {
                waiting.push_back(request);
            }
        }
        self.queued = waiting;
        batch
    }

    fn calls(&self) -> usize {
        self.open
            .iter()
            .filter(|open| open.kind != RequestKind::Yield)
            .count()
    }

    /// Whether calls are pending, and whether yields are.
    pub fn pending(&self) -> (bool, bool) {
        let yields = self.open.iter().any(|open| open.kind == RequestKind::Yield);
        (self.calls() > 0 || !self.queued.is_empty(), yields)
    }

    /// An open request.
    pub fn get(&mut self, request: u32) -> Option<&mut Open> {
        self.open.iter_mut().find(|open| open.request == request)
    }

    /// Holds of all open requests.
    pub fn holds(&self) -> u32 {
        self.open.iter().map(|open| open.holds).sum()
    }

    /// Removes an open request.
    pub fn close(&mut self, request: u32) -> Option<Open> {
        let at = self.open.iter().position(|open| open.request == request)?;
        Some(self.open.swap_remove(at))
    }

    /// Removes all yields, in order.
    pub fn close_yields(&mut self) -> Vec<Open> {
        let (mut yields, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|open| open.kind == RequestKind::Yield);
        self.open = rest;
        yields.sort_by_key(|open| open.request);
        yields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_request_has_an_id_of_its_own_and_the_next_is_refused() {
        let actor = (1 << 33) - 1;
        for request in [1, MAX_REQUESTS - 1, MAX_REQUESTS] {
            check_request(request).expect("within the bound");
            let call = join_call(actor, request);
            assert_eq!(split_call(call), (actor, request));
            assert!(call < 1 << 53, "exact in a JavaScript number");
        }
        let refused = check_request(MAX_REQUESTS + 1).expect_err("beyond the bound");
        assert!(refused.ends_with("at most 1048575."), "{refused}");
        assert_ne!(
            split_call(join_call(actor, MAX_REQUESTS + 1)).1,
            MAX_REQUESTS + 1,
            "it would be taken for another"
        );
    }
}
