//! The core of `@openclaw/code-mode`.
//!
//! Rooms, from the inside out (each room's `mod.rs` says what it owns and which thread may call it):
//!
//! - [`error`]: the sixteen codes and the one failure type.

pub mod catalog;
pub mod config;
pub mod error;
