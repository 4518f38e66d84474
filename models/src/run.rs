//! What the register of cells (`src/run/core.rs`) stands among.

#[path = "../../src/run/core.rs"]
pub mod core;
#[path = "../../src/run/host.rs"]
pub mod host;

pub const MAX_SUSPENDED_RUNS: usize = 1024;
pub const MAX_SUSPENDED_BYTES: u64 = 256 << 20;

#[derive(Clone)]
pub struct RuntimeOptions {
    pub max_suspended_runs: usize,
    pub max_suspended_bytes: u64,
}

#[derive(Clone, Default)]
pub struct Scope;

impl Scope {
    pub fn admits(&self, _other: &Scope) -> Result<(), &'static str> {
        Ok(())
    }
}

pub struct Runtime;

pub mod result {
    use crate::error::Failure;

    #[derive(Default)]
    pub struct Facts {
        pub tool_call_id: String,
    }

    pub fn failed_without_cell(failure: &Failure, _facts: &Facts) -> String {
        failure.message.clone()
    }
}

pub mod lifecycle {
    #[derive(Default)]
    pub struct Details<'a> {
        pub run_id: Option<&'a str>,
        pub code: Option<&'a str>,
    }

    pub fn announce(_: &super::core::Core, _: &str, _: u64, _: &str, _: Details<'_>) {}
}
