//! The hard stop by signal: the other side of `stop.c` and its neighbours. Called from `stop` only.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::NonNull;

use rquickjs::qjs;

use super::{Installed, Slice, StopStats};

#[repr(C)]
struct RawBlock {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Default)]
struct RawStats {
    kicks: u64,
    jumps: u64,
    deferred: u64,
    stale: u64,
}

unsafe extern "C" {
    fn stop_install(
        inside: *const c_void,
        forced: c_int,
        signal: *mut c_int,
        low: *mut usize,
        high: *mut usize,
    ) -> *const c_char;
    fn stop_claim() -> *mut RawBlock;
    fn stop_release(block: *mut RawBlock);
    fn stop_attach(block: *mut RawBlock);
    fn stop_run(
        block: *mut RawBlock,
        epoch: u64,
        counter: *mut c_int,
        slice: Slice,
        argument: *mut c_void,
    ) -> c_int;
    fn stop_soft(block: *mut RawBlock, epoch: u64);
    fn stop_hard(block: *mut RawBlock, epoch: u64);
    fn stop_wanted(block: *mut RawBlock) -> c_int;
    fn stop_host_enter(block: *mut RawBlock);
    fn stop_host_leave(block: *mut RawBlock);
    fn stop_take_fault(block: *mut RawBlock) -> c_int;
    fn stop_stats(block: *mut RawBlock, out: *mut RawStats);
    #[cfg(test)]
    fn stop_send(block: *mut RawBlock) -> c_int;
}

/// For `abort.c`.
#[unsafe(no_mangle)]
extern "C" fn stop_panicking() -> c_int {
    c_int::from(std::thread::panicking())
}

pub(super) fn install(forced: c_int) -> Result<Installed, String> {
    let mut installed = Installed {
        signal: 0,
        text_low: 0,
        text_high: 0,
    };
    // SAFETY: the address is only looked up, the three results are ours, and the caller calls once.
    let problem = unsafe {
        stop_install(
            qjs::JS_NewRuntime2 as *const c_void,
            forced,
            &mut installed.signal,
            &mut installed.text_low,
            &mut installed.text_high,
        )
    };
    if problem.is_null() {
        return Ok(installed);
    }
    // SAFETY: a string literal.
    let problem = unsafe { CStr::from_ptr(problem) };
    Err(format!(
        "a guest could not be stopped here: {}",
        problem.to_string_lossy()
    ))
}

/// An entry of the static table in `stop.c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<RawBlock>);

// SAFETY: the table is static, its fields are atomics, or written only where `stop.h` says.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

// SAFETY of the calls below: every `Block` points into the table, and each function states in `stop.c` from which
// thread it may be called; `StopBlock` passes that on.
impl Block {
    pub(super) fn claim() -> Option<Self> {
        NonNull::new(unsafe { stop_claim() }).map(Block)
    }

    pub(super) fn release(self) {
        unsafe { stop_release(self.0.as_ptr()) }
    }

    pub(super) fn attach(self) {
        unsafe { stop_attach(self.0.as_ptr()) }
    }

    pub(super) unsafe fn run(
        self,
        epoch: u64,
        counter: *mut i32,
        slice: Slice,
        argument: *mut c_void,
    ) -> bool {
        unsafe { stop_run(self.0.as_ptr(), epoch, counter, slice, argument) != 0 }
    }

    pub(super) fn soft(self, epoch: u64) {
        unsafe { stop_soft(self.0.as_ptr(), epoch) }
    }

    pub(super) fn hard(self, epoch: u64) {
        unsafe { stop_hard(self.0.as_ptr(), epoch) }
    }

    pub(super) fn wanted(self) -> bool {
        unsafe { stop_wanted(self.0.as_ptr()) != 0 }
    }

    pub(super) fn enter_host(self) {
        unsafe { stop_host_enter(self.0.as_ptr()) }
    }

    pub(super) fn leave_host(self) {
        unsafe { stop_host_leave(self.0.as_ptr()) }
    }

    pub(super) fn take_fault(self) -> bool {
        unsafe { stop_take_fault(self.0.as_ptr()) != 0 }
    }

    pub(super) fn stats(self) -> StopStats {
        let mut raw = RawStats::default();
        unsafe { stop_stats(self.0.as_ptr(), &mut raw) };
        StopStats {
            kicks: raw.kicks,
            jumps: raw.jumps,
            deferred: raw.deferred,
            stale: raw.stale,
        }
    }

    /// The address that a signal carries.
    #[cfg(test)]
    pub(super) fn address(self) -> usize {
        self.0.as_ptr() as usize
    }

    /// Sends the signal whether or not anything is to be stopped.
    #[cfg(test)]
    pub(super) fn send(self) -> bool {
        unsafe { stop_send(self.0.as_ptr()) == 0 }
    }
}
