//! The prelude in a plain QuickJS with a host that only records: no slots, no catalog, no Node.

mod errors;
mod harness;
mod hostile;
mod lifecycle;
mod realm;
mod values;
mod web;
