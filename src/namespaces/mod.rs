//! What the guest may call by a dotted name: the `MCP` namespace and the namespaces of plugins.
//!
//! Owns: safe identifiers, the projection of MCP catalog entries onto `MCP.<server>.<tool>`, the
//! rules for the input of such calls, the rules for registering a plugin namespace, the scope
//! descriptor that the host serialises, and the namespaces' part of the prompt.
//!
//! Does not own: the registry itself and the walk over what `createScope` returned (both live with
//! the host, in JavaScript), calling tools (`run`), nor how anything is declared to the model in
//! TypeScript (`declarations`).
//!
//! Threads: everything here is pure and owns its data; any thread may call it.

pub mod identifiers;
pub mod input;
pub mod mcp;
pub mod prompt;
pub mod registry;
pub mod scope;

pub use identifiers::identifier;
pub use input::prepare_input;
pub use mcp::{McpProjection, McpTool, Method, Operation, Server};
pub use registry::{Registered, Registration, check_registration, is_visible};
pub use scope::{Node, Scope};
