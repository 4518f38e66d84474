//! Stopping a guest that does not want to stop.
//!
//! Owns one control block per worker thread, the signal that reaches a worker, and the jump out of a guest. Does
//! not own deadlines (a watchdog calls [`StopBlock::soft`] and [`StopBlock::hard`]), the arena that is forgotten
//! after a jump, or the interrupt handler (it asks [`StopBlock::wanted`]). `enter_thread`, `run`, `wanted` and
//! [`HostSection`] belong to the worker thread; everything else may be called from any thread.
//!
//! # The three steps
//!
//! 1. The engine polls its interrupt handler every 10,000 steps; the handler asks `wanted`.
//! 2. `soft` marks a slice and signals its thread; the signal handler stores 0 in `JSContext.interrupt_counter`.
//!    The engine decrements before it compares with `<= 0` and stores 10,000 again afterwards, so the next poll
//!    asks at once. The regular-expression engine has a counter of its own and asks every 10,000 steps.
//!    The store can be lost against the engine's own decrement: whoever wants the stop repeats the call.
//! 3. `hard` lets the signal handler jump (`siglongjmp`) back into [`StopBlock::run`], provided it interrupted
//!    this library's executable segment, or one of six memory functions of the C library called directly from it,
//!    and no [`HostSection`] is open. Otherwise the kick is deferred, and the caller repeats it each millisecond.
//!
//! # Why that jump is safe
//!
//! Everything below `run` is forgotten, so nothing there may own something that outlives the arena.
//!
//! - *The engine's statics* (the writable symbols of its object files): the mutex, the `pthread_once` and the
//!   waiter list of `Atomics`. A jump between lock and unlock would leave them locked, so guests have no
//!   `Atomics`; the `once` runs while a context is built, which therefore happens outside `run`.
//!   `js_weakref_sentinel` is only ever compared by address. Class ids are counted per runtime.
//! - *The C library* holds locks in `localtime_r` (time zone), `malloc` and stdio. The program counter is then
//!   outside the segment and the kick waits. Guests allocate from their arena; the engine's `malloc`, `free` and
//!   `printf` are its default allocator and its dumps, neither of which is in use. [`install`] refuses when the
//!   C library, or a sanitizer's interceptors, lie inside the segment (a static executable).
//! - *The memory functions* (`memcpy`, `memmove`, `memset`, `memcmp`, `memchr`, `strlen`) hold nothing, and a guest
//!   can spend minutes in them without a poll and with hardly an instruction of the engine in between
//!   (`Array(1e6).fill(a).includes(b)`, two long strings that differ at the end). They are recognised by the
//!   program counter lying near their entry *and* the return address lying in the segment.
//! - *Calls from the C library back into the segment*: only that `pthread_once`. Sorting is the engine's own
//!   `rqsort`, nothing uses `qsort`, `bsearch`, `atexit` or `printf` hooks. The stubs through which the C library
//!   is called lie in the segment and hold nothing; the dynamic linker's resolver does not lie in it.
//! - *Rust code* lies in the segment too: a host function that takes a lock, allocates, or changes anything outside
//!   the arena does it inside a [`HostSection`]. The slice function and the frames below it have no destructors.
//! - *Floating point*: nothing in the engine changes the rounding mode on these processors (its x87 switch is for
//!   32-bit x86). The kernel starts a handler with default state, so `run` restores the environment it came with.
//!   Protection keys (PKRU) are not restored; a worker never touches memory under one.
//! - *Signals*: the handler runs with its own signal blocked (after a jump `run` unblocks it), hence never on top
//!   of itself, and without `SA_ONSTACK`: the alternate stack is small and belongs to the overflow handler. An
//!   interrupted stack pointer outside the worker's stack defers the kick. The guest's stack limit must leave
//!   [`STACK_HEADROOM`] below it for the signal frame.
//! - *Unwinding*: a jump goes up the same stack to a frame that is alive, which fortified `longjmp` and shadow
//!   stacks accept. A panic cannot leave the slice function, it is `extern "C"`.
//!
//! # When the engine gives itself up
//!
//! The engine has some 250 assertions and branches that cannot be taken; each ends in `abort`. On Linux those calls are
//! linked to `abort.c`, which leaves a running slice by the same jump instead of ending the process. The check came
//! before the damage, so the state is no worse than at any instruction at which a hard stop may jump. It does not
//! jump from a host section, from a thread that panics, or outside a slice: those end the process as before.
//!
//! # Late kicks
//!
//! A request names a slice by its epoch. The handler compares it with the running one, so a signal that arrives
//! late finds another slice, or none, and does nothing. At most one signal is on its way per worker.
//!
//! # For a system call filter
//!
//! A worker needs `getpid`, `rt_sigreturn` and `rt_sigprocmask` here; the thread that kicks needs `getpid`, `getuid`
//! and `rt_tgsigqueueinfo`.

#[cfg_attr(hard_stop, path = "native.rs")]
#[cfg_attr(not(hard_stop), path = "fallback.rs")]
mod system;

#[cfg(not(hard_stop))]
mod request;

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether [`StopBlock::hard`] can end a slice here. Where it cannot, a worker that does not come back is abandoned.
pub const HARD_STOP_SUPPORTED: bool = cfg!(hard_stop);

/// Bytes of the worker's stack that the engine's own limit must leave free, for signal frames (about 3 KiB with
/// AVX-512, 11 KiB with AMX) and the handlers of others that may lie on top.
pub const STACK_HEADROOM: usize = 64 * 1024;

/// What [`install`] found and chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Installed {
    /// The signal's number; 0 where there is none.
    pub signal: i32,
    /// First address of the executable segment in which a jump may begin.
    pub text_low: usize,
    /// First address after it.
    pub text_high: usize,
}

/// What happened to a worker's kicks since the process started. All counts belong to the block, not its tenant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StopStats {
    /// Signals that reached the handler.
    pub kicks: u64,
    /// Slices ended by a jump.
    pub jumps: u64,
    /// Hard kicks that came at a moment at which a jump was not allowed.
    pub deferred: u64,
    /// Signals that found no slice, or another one than was meant.
    pub stale: u64,
}

/// A function that runs a guest. It and everything it calls may be left by a jump: no destructors, no locks.
pub type Slice = unsafe extern "C" fn(*mut c_void);

/// Prepares the process: finds the text range, pins the library in memory and takes a signal. The work is done
/// once; later calls return the first result. `Err` is the reason for `runtime_unavailable`.
pub fn install() -> Result<&'static Installed, String> {
    install_on(0)
}

/// As [`install`], with the given signal even if someone handles it already (0: choose one).
fn install_on(signal: i32) -> Result<&'static Installed, String> {
    static RESULT: OnceLock<Result<Installed, String>> = OnceLock::new();
    match RESULT.get_or_init(|| system::install(signal)) {
        Ok(installed) => Ok(installed),
        Err(problem) => Err(problem.clone()),
    }
}

/// An epoch for [`StopBlock::run`]: nonzero, unique in the process, greater than all before.
pub fn next_epoch() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Takes a free control block. `None` before a successful [`install`], or when all of them (256) are taken.
pub fn claim() -> Option<StopBlock> {
    install().ok()?;
    system::Block::claim().map(StopBlock)
}

/// Gives a block back. Call it on the worker when it ends, outside `run`; requests that come later are harmless.
pub fn release(block: StopBlock) {
    if CURRENT.get() == Some(block) {
        CURRENT.set(None);
    }
    block.0.release();
}

thread_local! {
    /// Never read by the signal handler.
    static CURRENT: Cell<Option<StopBlock>> = const { Cell::new(None) };
}

/// Handle of one worker's control block. The block itself is static: a handle never dangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StopBlock(system::Block);

impl StopBlock {
    /// Once, on the worker thread: remembers the thread and blocks every signal on it except faults, the profiler's
    /// and ours. The thread calls [`release`] before it ends.
    pub fn enter_thread(self) {
        self.0.attach();
        CURRENT.set(Some(self));
    }

    /// Runs `slice(argument)` under the number `epoch`. Returns `false` when a hard stop ended it, also when that
    /// was asked for before it began; the engine's runtime is then unusable and its memory is to be forgotten.
    ///
    /// `counter` is the address of the context's `interrupt_counter`, or null; without it a soft stop waits for
    /// the engine's own next poll.
    ///
    /// # Safety
    ///
    /// On the thread that called [`enter_thread`](Self::enter_thread), not nested. `epoch` comes from
    /// [`next_epoch`] (greater than every earlier one of this block). `counter` stays writable until the return.
    /// `slice` and all that it calls, outside of [`HostSection`]s, can be abandoned at any instruction.
    pub unsafe fn run(
        self,
        epoch: u64,
        counter: *mut i32,
        slice: Slice,
        argument: *mut c_void,
    ) -> bool {
        // SAFETY: the caller's promises are those that `Block::run` asks for.
        unsafe { self.0.run(epoch, counter, slice, argument) }
    }

    /// Marks the slice `epoch` as to be stopped, and makes the engine's next poll ask the interrupt handler. Does
    /// nothing to any other slice. Repeat it (a millisecond apart) until the slice has ended.
    pub fn soft(self, epoch: u64) {
        // A worker may ask for its own stop; the request itself must not be jumped out of.
        let _section = HostSection::enter();
        self.0.soft(epoch);
    }

    /// As [`soft`](Self::soft), and allows the jump. Repeat it each millisecond until the slice has ended.
    pub fn hard(self, epoch: u64) {
        let _section = HostSection::enter();
        self.0.hard(epoch);
    }

    /// On the worker: is the running slice to be stopped? Two loads; for the engine's interrupt handler and for
    /// loops of host code between two pieces of guest code.
    pub fn wanted(self) -> bool {
        self.0.wanted()
    }

    /// The block of the calling thread, if it is a worker.
    pub fn current() -> Option<StopBlock> {
        CURRENT.get()
    }

    /// After [`run`](Self::run) returned `false`, on the worker: did the engine give itself up (a failed assertion,
    /// an impossible branch) instead of being stopped? Asking forgets it.
    pub fn take_fault(self) -> bool {
        self.0.take_fault()
    }

    /// Counts since the process started.
    pub fn stats(self) -> StopStats {
        self.0.stats()
    }
}

/// A stretch of Rust code that a hard stop must not skip, from `enter` to the drop. Nests; does nothing on threads
/// that are no workers. No guest code may run inside: it could not be stopped.
#[must_use = "the section ends when this is dropped"]
pub struct HostSection {
    block: Option<StopBlock>,
    /// Belongs to its thread.
    _thread: PhantomData<*mut ()>,
}

impl HostSection {
    /// Opens a section on this thread.
    pub fn enter() -> Self {
        let block = CURRENT.get();
        if let Some(block) = block {
            block.0.enter_host();
        }
        HostSection {
            block,
            _thread: PhantomData,
        }
    }
}

impl Drop for HostSection {
    fn drop(&mut self) {
        if let Some(block) = self.block {
            block.0.leave_host();
        }
    }
}
