//! System calls that a worker thread cannot make.
//!
//! Owns: the filter that a worker puts on itself before it touches anything of a guest's, and the switch
//! that leaves it off. Does not own: when threads start (`workers`). [`enter_thread`] belongs to the
//! worker; [`check`] may be called from any thread.
//!
//! A guest has no way to make a system call: this is for the day on which a fault of the engine lets one
//! run code of its own choice. A worker then still cannot open a file, a socket or a program, start a
//! process or a thread, map memory that can be executed, or signal another process. What it can do is
//! everything else that code inside the process can do: read and write the process's memory, and eight
//! bytes at a time to descriptors that are open. The filter makes an attack harder; it is no border.
//!
//! A filter cannot be taken off again, is inherited by threads that the thread starts (it can start
//! none), and binds nobody else. A denied call fails with `EPERM`: nothing that a library tries on a
//! worker ends the process.

#[cfg_attr(
    all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ),
    path = "linux.rs"
)]
#[cfg_attr(
    not(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    )),
    path = "none.rs"
)]
mod system;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

/// Environment variable that leaves the filter off when it is `off`. Read once, when the first cell of the
/// process starts.
pub const SWITCH: &str = "CODE_MODE_SYSCALL_FILTER";

/// Whether workers can be filtered on this system at all.
pub const SUPPORTED: bool = system::SUPPORTED;

fn wanted() -> bool {
    static WANTED: OnceLock<bool> = OnceLock::new();
    *WANTED.get_or_init(|| SUPPORTED && std::env::var_os(SWITCH).is_none_or(|value| value != "off"))
}

/// Tries the filter on a thread that ends at once. `Err` is the reason for `runtime_unavailable`, and names
/// the switch. Done once per process.
pub fn check() -> Result<(), String> {
    static RESULT: OnceLock<Result<(), String>> = OnceLock::new();
    RESULT
        .get_or_init(|| {
            if !wanted() {
                return Ok(());
            }
            std::thread::Builder::new()
                .name("code-mode-probe".into())
                .spawn(enter_thread)
                .map_err(|error| format!("no thread for a code mode worker: {error}"))?
                .join()
                .map_err(|_| "the system call filter failed".to_string())?
        })
        .clone()
}

/// Puts the filter on the calling thread, for good. `Err` says what the kernel refused; the thread must
/// then not run guests.
pub fn enter_thread() -> Result<(), String> {
    if !wanted() {
        return Ok(());
    }
    system::enter_thread().map_err(|error| refusal(&error))
}

fn refusal(error: &std::io::Error) -> String {
    format!(
        "the kernel refused the system call filter of code mode workers ({error}); {SWITCH}=off in the environment runs code mode without it"
    )
}
