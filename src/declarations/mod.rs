//! What the model reads about tools: TypeScript made from JSON Schema, the virtual API files, and
//! the answers of `$api` and `API` (contract §9).
//!
//! Owns: reading hostile schemas, the types and doc comments made of them, the content of
//! `mcp/*.d.ts` and `tools/*.d.ts`, and the JSON of those answers.
//!
//! Does not own: how MCP tools are grouped and named (`namespaces`), catalog entries and their
//! lookup (`catalog`), nor the guest objects through which the model asks (`guest`, `run`).
//!
//! Everything is bounded: a schema of any size or shape gives a type of at most
//! [`render::MAX_TYPE_COST`] units, and what lies beyond a bound is `unknown`, never an error.
//!
//! Threads: pure; any thread may call it. Rendering takes time in proportion to the schemas, so it
//! belongs on a worker thread and not on Node's event loop.

pub mod api;
pub mod files;
mod input;
pub mod render;
mod schema;
mod server_file;
mod text;
mod tool_file;
mod types;

pub use api::{mcp_api, server_api};
pub use files::{ApiFiles, INVALID_PATH, NativeTool};
pub use render::input_type;

/// Finds the JSON Schema text of the catalog entry with this index. The files keep no copy of the
/// schemas: whoever owns the catalog lends them for the time of one answer.
pub type Schemas<'f, 's> = &'f dyn Fn(u32) -> Option<&'s str>;
