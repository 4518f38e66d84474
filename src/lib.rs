//! The core of `@openclaw/code-mode`.
//!
//! Rooms, from the inside out (each room's `mod.rs` says what it owns and which thread may call it):
//!
//! - [`error`]: the sixteen codes and the one failure type.
//! - [`config`]: `tools.codeMode` as limits.
//! - [`source`]: cell text to executable program.
//! - [`catalog`]: the tools of a run: ids, lookup, search.
//! - [`namespaces`]: safe names, the MCP projection, the rules of plugin namespaces.
//! - [`declarations`]: JSON Schema as TypeScript, the virtual API files.
//! - [`guest`]: the VM in its arena. All unsafe code of the core.
//! - [`surface`]: what the model sees.
//! - [`workers`]: threads, slots, the supervisor.
//! - [`run`]: the life of a cell.
//! - [`node`]: the only room that names napi. No decisions.

// Unit tests share the programs of `tests/interleave`, which name the crate.
#[cfg(test)]
extern crate self as code_mode;

pub mod catalog;
pub mod config;
pub mod declarations;
pub mod error;
pub mod guest;
pub mod namespaces;
pub mod node;
pub mod run;
pub mod source;
pub mod surface;
mod sync;
pub mod workers;
