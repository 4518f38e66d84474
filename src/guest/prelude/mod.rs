//! The JavaScript that is evaluated once per VM image, before any model code.
//!
//! Owns: the guest's globals, values and errors as JSON text, the books of pending requests and
//! timers, the decision when a cell is finished. Does not own: what a request means, limits on texts
//! and output, the scope objects (all native). Plain text; any thread may read it.
//!
//! The pieces below are one script on purpose: its completion value is a single function expression
//! `(function (host, Scope) { … return entries; })`, so nothing of it is ever a global.

/// Name under which native should evaluate [`SOURCE`]; it shows up in the stacks of guest errors.
pub const FILE_NAME: &str = "code-mode";

/// The prelude. `host` holds native functions that take and return primitives; the call returns
/// the frozen, null-prototype `entries` that native drives the cell with.
///
/// Meant to be compiled once and read into each image as bytecode without source and debug
/// information: that saves 57 KiB per image, and `Function.prototype.toString` has nothing to show.
pub const SOURCE: &str = concat!(
    "(function (host, Scope) {\n\"use strict\";\n",
    include_str!("primordials.js"),
    include_str!("json.js"),
    include_str!("errors.js"),
    include_str!("bridge.js"),
    include_str!("functions.js"),
    include_str!("output.js"),
    include_str!("clone.js"),
    include_str!("encoding.js"),
    include_str!("main.js"),
    "return entries;\n})\n",
);

#[cfg(test)]
mod tests;
