//! The VM: QuickJS in arenas that can be reset, saved, restored and forgotten.
//!
//! Owns: address space and its allocator (`arena`, `alloc`), one engine per slot and its image
//! (`slot`, `image`), what crosses the border (`frame`, `host`), the JavaScript that guests find
//! (`prelude`), stopping (`stop`), what workers may not ask of the system (`filter`), and the checks that
//! the engine is the one this was written for (`layout`, `selfcheck`). All unsafe code of the crate lives here. Does not own: whose cell runs,
//! and for how long (`workers`, `run`).
//!
//! # Who may touch what
//!
//! A slot is used by one thread at a time: the one that holds the [`Slot`] value. Between slices no C
//! frame of the guest exists, so the arena's bytes are the guest's whole state. After a hard stop they
//! are worthless and are only ever overwritten. What must survive that lies outside the arena: the
//! [`Ledger`], how far the arena is open, the image.

#[cfg_attr(asan, allow(dead_code))]
mod alloc;
pub mod arena;
mod depth;
mod failure;
pub mod filter;
mod frame;
mod host;
mod image;
mod layout;
mod os;
#[cfg(asan)]
mod poison;
mod prelude;
mod program;
pub mod selfcheck;
mod slot;
pub mod stop;
#[cfg(test)]
mod tests;

pub use depth::{MAX_DEPTH, is_too_deep};
pub use failure::failure_of;
pub use frame::{
    Breach, Child, ChildKind, Finish, Ledger, MAX_PAYLOAD_BYTES, Output, Request, RequestKind,
    World,
};
pub use image::Difference;
pub use layout::ENGINE_VERSION;
pub use program::wrap_program;
pub use slot::{
    Delivery, GUEST_STACK_BYTES, NODE_API, NODE_MCP, NODE_NAMESPACES, NODE_TOOLS, Slot, Verdict,
    Work,
};

/// Stack of a thread that runs guests and prepares their source.
pub const WORKER_STACK_BYTES: usize = {
    let guest = GUEST_STACK_BYTES * 4;
    if crate::source::PARSE_STACK_BYTES > guest {
        crate::source::PARSE_STACK_BYTES
    } else {
        guest
    }
};
