//! The core of `@openclaw/code-mode`.
//!
//! Rooms, from the inside out (each room's `mod.rs` says what it owns and which thread may call it):
//!
//! - [`error`]: the sixteen codes and the one failure type.
//! - [`namespaces`]: registry rules, scope descriptors, the MCP projection, prompt text.
//! - [`declarations`]: JSON Schema to TypeScript; the virtual API files; `$api` answers.

pub mod catalog;
pub mod config;
pub mod declarations;
pub mod error;
pub mod namespaces;
pub mod node;
pub mod run;
pub mod source;
pub mod surface;
