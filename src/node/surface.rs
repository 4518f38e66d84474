//! What the model sees of code mode, and the helpers for the gateway's hooks.

use napi_derive::napi;

use super::session::{NativeCatalog, NativeConfig};

#[napi(object)]
pub struct ToolSurface {
    pub exec_description: String,
    pub exec_parameters: String,
    pub wait_description: String,
    pub wait_parameters: String,
}

#[napi(catch_unwind)]
pub fn tool_surface() -> ToolSurface {
    ToolSurface {
        exec_description: "x".into(),
        exec_parameters: "{}".into(),
        wait_description: "x".into(),
        wait_parameters: "{}".into(),
    }
}

#[napi(catch_unwind)]
pub fn describe_exec(_catalog: &NativeCatalog, _config: &NativeConfig) -> String {
    "described".into()
}
