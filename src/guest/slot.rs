//! One guest VM in its arena.
//!
//! Owns: building a slot, bringing it back to its image, slices of guest time, saving and restoring.
//! Does not own: whose cell is in it, or how long it may run (`workers`, `run`).
//!
//! A slot may move between threads, but is used by one at a time: whoever holds the `Slot` value.

mod engine;
mod slice;

use std::cell::Cell;
use std::ffi::{CStr, CString, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rquickjs::qjs;

#[cfg(not(asan))]
use super::alloc::FUNCTIONS as ALLOCATOR;
use super::alloc::Heap;
use super::arena::{self, BITMAP_PAGES, META_PAGES, PAGE, Region};
use super::frame::{self, Frame, Ledger, World};
use super::host;
use super::image::{Difference, Image};
use super::layout::Layout;
#[cfg(asan)]
use super::poison::{self, FUNCTIONS as ALLOCATOR};
use super::prelude;
use super::program::FIRST_LINE;
use super::stop::{HostSection, StopBlock};
use engine::*;
use slice::*;

#[cfg(test)]
#[path = "tests/plain.rs"]
pub(super) mod plain;

/// Native stack that guest code may use; worker threads have a multiple of it.
pub const GUEST_STACK_BYTES: usize = 2 << 20;
/// Heap that the image itself may take while it is built.
const BUILD_PAGES: usize = 16 << 10;

/// Scope nodes that every guest has as globals; further nodes are the world's to number.
pub const NODE_TOOLS: u32 = 0;
pub const NODE_MCP: u32 = 1;
pub const NODE_NAMESPACES: u32 = 2;
pub const NODE_API: u32 = 3;
const GLOBALS: [(&CStr, u32); 4] = [
    (c"tools", NODE_TOOLS),
    (c"MCP", NODE_MCP),
    (c"namespaces", NODE_NAMESPACES),
    (c"API", NODE_API),
];

static SCOPE_CLASS: AtomicU32 = AtomicU32::new(0);

/// Class of scope objects; the same in every slot, since every slot is built the same way.
pub(super) fn scope_class() -> qjs::JSClassID {
    SCOPE_CLASS.load(Relaxed)
}

/// The functions of the prelude that native code calls. Raw handles: they live in the image, whose
/// one reference to each is never given back.
#[derive(Clone, Copy)]
struct Entries {
    start: qjs::JSValue,
    deliver: qjs::JSValue,
    fire: qjs::JSValue,
    rejection: qjs::JSValue,
    uncaught: qjs::JSValue,
    idle: qjs::JSValue,
    materialize: qjs::JSValue,
}

thread_local! {
    /// Entries of the slot whose slice runs on this thread.
    static ENTRIES: Cell<Option<Entries>> = const { Cell::new(None) };
}

/// Calls the prelude's `materialize`; the exception value outside a slice.
///
/// # Safety
/// `context` must be the context of the slice that runs on this thread.
pub(super) unsafe fn call_materialize(
    context: *mut qjs::JSContext,
    arguments: &mut [qjs::JSValue],
) -> qjs::JSValue {
    match ENTRIES.get() {
        Some(entries) => unsafe { call(context, entries.materialize, arguments) },
        None => qjs::JS_UNDEFINED,
    }
}

unsafe fn call(
    context: *mut qjs::JSContext,
    function: qjs::JSValue,
    arguments: &mut [qjs::JSValue],
) -> qjs::JSValue {
    unsafe {
        qjs::JS_Call(
            context,
            function,
            qjs::JS_UNDEFINED,
            arguments.len() as c_int,
            arguments.as_mut_ptr(),
        )
    }
}

/// A guest VM. Dropping it forgets the arena's content: nothing in there needs a destructor.
pub struct Slot {
    index: usize,
    base: *mut u8,
    runtime: *mut qjs::JSRuntime,
    context: *mut qjs::JSContext,
    entries: Entries,
    layout: Layout,
    image: Image,
    /// The last tenant ended orderly, so the header can be believed.
    orderly: bool,
    /// The slot is as the image has it.
    fresh: bool,
}

// SAFETY: everything a slot points to is its own arena, used by the holder of the value only; the
// engine keeps no thread-bound state except its stack limits, which every slice sets anew.
unsafe impl Send for Slot {}

/// What a slice does in the guest.
pub enum Work<'a> {
    /// Begins a cell. `source` is a complete, NUL-terminated script whose value is the cell's async
    /// function.
    Start {
        source: &'a [u8],
        file: &'a CStr,
        /// Further globals: name and scope node.
        globals: &'a [(CString, u32)],
    },
    /// Answers requests and fires timers, in order; the job queue is emptied after each.
    Deliver(&'a [Delivery]),
}

/// News for a suspended guest.
#[derive(Clone, Debug, PartialEq)]
pub enum Delivery {
    /// The answer to request `id`: JSON text of the value, or of `{message, code?}`.
    Answer { id: u32, ok: bool, text: String },
    /// A timer is due.
    Timer(u32),
}

/// How a slice ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The job queue is empty and the guest waits for something from outside.
    Waiting,
    /// The cell is over; the ledger's `finish` says how.
    Finished,
    /// The guest was stopped; its slot's content is worthless.
    Stopped,
    /// The guest ran out of memory and did not survive it.
    OutOfMemory,
    /// The engine failed in a way that is not the cell's own error.
    Broken(String),
}

impl Slot {
    /// Builds slot `index`: engine, prelude, image.
    pub fn build(index: usize, region: Region) -> Result<Slot, String> {
        if index >= region.slots {
            return Err("no slot of that number".into());
        }
        arena::open_meta(index)?;
        let base = arena::slot_base(index);
        // SAFETY: the caller creates each index once (`workers` counts them), so the arena is ours;
        // its pages are fresh from the system and zero.
        unsafe { Self::build_in(index, base, region) }
    }

    unsafe fn build_in(index: usize, base: *mut u8, region: Region) -> Result<Slot, String> {
        unsafe {
            let mut heap = Heap::create(base, BUILD_PAGES.min(region.heap_pages()));
            let runtime = qjs::JS_NewRuntime2(&ALLOCATOR, base.cast());
            if runtime.is_null() {
                return Err("the engine could not be created".into());
            }
            qjs::JS_SetMaxStackSize(runtime, GUEST_STACK_BYTES as qjs::size_t);
            qjs::JS_UpdateStackTop(runtime);
            let context = qjs::JS_NewContext(runtime);
            if context.is_null() {
                return Err("the engine's context could not be created".into());
            }
            let layout = Layout::find(context)?;
            let class = host::register_scope_class(runtime)
                .ok_or("the scope class could not be registered")?;
            SCOPE_CLASS.store(class, Relaxed);
            let entries = install_prelude(context)?;
            for (name, node) in GLOBALS {
                define_global(context, name, host::scope_object(context, node));
            }
            qjs::JS_SetInterruptHandler(runtime, Some(on_interrupt), std::ptr::null_mut());
            qjs::JS_SetHostPromiseRejectionTracker(
                runtime,
                Some(on_rejection),
                std::ptr::null_mut(),
            );
            while qjs::JS_ExecutePendingJob(runtime, &mut std::ptr::null_mut()) > 0 {}
            qjs::JS_RunGC(runtime);
            heap.header().runtime = runtime as usize;
            heap.header().context = context as usize;
            let image = Image::take(base);
            Ok(Slot {
                index,
                base,
                runtime,
                context,
                entries,
                layout,
                image,
                orderly: true,
                fresh: false,
            })
        }
    }

    pub fn index(&self) -> usize {
        self.index
    }

    /// Bytes of the image: what a reset copies.
    pub fn image_bytes(&self) -> usize {
        self.image.bytes()
    }

    /// Bytes of heap in use by the current tenant, the image included.
    pub fn heap_bytes(&mut self) -> usize {
        // SAFETY: the slot is ours and no guest code runs.
        unsafe { Heap::at(self.base) }.header().used_pages as usize * PAGE
    }

    /// Forgets the tenant: nothing of it is left in the slot. Done as soon as a cell is over, so that
    /// the next one need not wait for it.
    pub fn clear(&mut self) {
        if !self.fresh {
            // SAFETY: the slot is ours and no guest code runs.
            unsafe { self.image.restore_fresh(self.orderly) };
            self.orderly = true;
            self.fresh = true;
        }
    }

    /// Makes room for a new cell: the image, a heap of at most `memory_limit` bytes, fresh random numbers.
    pub fn reset(&mut self, memory_limit: u64) {
        self.clear();
        self.fresh = false;
        // SAFETY: the slot is ours and no guest code runs.
        unsafe {
            // Watched blocks are several times as large (`poison`).
            let memory_limit = memory_limit * if cfg!(asan) { 8 } else { 1 };
            let pages = (memory_limit / PAGE as u64).min(arena_pages()) as u32;
            Heap::at(self.base).header().limit_pages = pages;
            self.context
                .byte_add(self.layout.random_state)
                .cast::<u64>()
                .write(fresh_seed());
        }
    }

    /// Nothing that the slot's own accounts say is to be believed any more.
    pub fn distrust(&mut self) {
        self.orderly = false;
        self.fresh = false;
    }

    /// Saves the suspended guest; `None` when that takes more than `limit` bytes.
    pub fn save(&self, limit: usize, scratch: &mut Vec<u8>) -> Option<Difference> {
        // SAFETY: the slot is ours, no guest code runs, and a stopped guest is never saved (`run`
        // treats `Stopped` as the cell's end).
        unsafe { self.image.save(limit, scratch) }
    }

    /// Puts a guest back that `save` of this slot returned.
    pub fn load(&mut self, saved: &Difference) -> Result<(), String> {
        // SAFETY: the slot is ours and no guest code runs.
        self.fresh = false;
        let loaded = unsafe { self.image.load(saved, self.orderly) };
        self.orderly = loaded.is_ok();
        loaded
    }

    /// Fills the slot with rubbish, for tests: nothing but image and difference may be needed. Of bitmap
    /// and page table only the part that describes opened pages: no stopped guest can touch the rest.
    #[doc(hidden)]
    pub fn spoil(&mut self, byte: u8) {
        #[cfg(asan)]
        poison::forget(self.base);
        let open = arena::open_pages(self.base);
        // SAFETY: the slot is ours; everything before the heap is open, and so is this much of the heap.
        unsafe {
            let bitmap = self.base.add(PAGE);
            let table = bitmap.add(BITMAP_PAGES * PAGE);
            // Something else, so that the header's word about the rest is wrong.
            std::ptr::write_bytes(self.base, !byte, PAGE);
            std::ptr::write_bytes(bitmap, byte, open.div_ceil(8));
            std::ptr::write_bytes(table, byte, open * 4);
            std::ptr::write_bytes(self.base.add(META_PAGES * PAGE), byte, open * PAGE);
        }
        self.orderly = false;
        self.fresh = false;
    }

    /// Gives the guest time until it waits, ends or is stopped. `epoch` names the slice for `stop`.
    pub fn run(
        &mut self,
        stop: StopBlock,
        epoch: u64,
        world: &dyn World,
        ledger: &mut Ledger,
        work: Work<'_>,
    ) -> Verdict {
        self.fresh = false;
        let refusals = self.refusals();
        let mut frame = Frame {
            world,
            ledger,
            // SAFETY: the slot is ours for as long as the frame is used.
            heap: Some(unsafe { Heap::at(self.base) }),
        };
        let mut slice = Slice {
            runtime: self.runtime,
            context: self.context,
            entries: self.entries,
            work: &raw const work,
            end: End::Stopped,
            wanted: false,
        };
        // SAFETY: `frame` and `slice` outlive the run; nothing else touches them meanwhile. Below
        // `slice_main` no Rust frame with a destructor is live outside a host section.
        let returned = unsafe {
            frame::enter(&raw mut frame);
            ENTRIES.set(Some(self.entries));
            let counter = self
                .context
                .byte_add(self.layout.interrupt_counter)
                .cast::<i32>();
            let returned = stop.run(epoch, counter, slice_main, (&raw mut slice).cast());
            ENTRIES.set(None);
            frame::leave();
            returned
        };
        let gave_up = !returned && stop.take_fault();
        let stopped = !returned || slice.wanted || frame.ledger.breach.is_some();
        let verdict = match slice.end {
            _ if gave_up && self.refusals() != refusals => Verdict::OutOfMemory,
            _ if gave_up => Verdict::Broken("it found an inconsistency in itself".into()),
            _ if stopped => Verdict::Stopped,
            End::Stopped => Verdict::Stopped,
            End::Waiting => Verdict::Waiting,
            End::Finished => Verdict::Finished,
            // SAFETY: the slice returned, so the engine is in an orderly state.
            End::Exception => unsafe { self.describe_exception() },
        };
        self.orderly = !gave_up && !matches!(verdict, Verdict::Stopped);
        frame.ledger.starved = self.orderly && self.refusals() != refusals;
        verdict
    }

    /// How often the heap has refused memory to the current tenant.
    fn refusals(&self) -> u64 {
        // SAFETY: the slot is ours and no guest code runs.
        unsafe { Heap::at(self.base) }.header().refusals
    }

    /// What an exception that came out of the engine itself means. Runs no guest code, whatever was
    /// thrown: nothing would stop it out here.
    unsafe fn describe_exception(&mut self) -> Verdict {
        unsafe {
            if !qjs::JS_HasException(self.context) || Heap::at(self.base).has_refused() {
                return Verdict::OutOfMemory;
            }
            let exception = qjs::JS_GetException(self.context);
            let text = match own_message(self.context, exception) {
                Some(message) => host::string_of(self.context, message),
                None => Some("an exception without a message".into()),
            };
            match text {
                Some(text) if text != "out of memory" => Verdict::Broken(text),
                _ => Verdict::OutOfMemory,
            }
        }
    }
}

/// The message of a genuine error, if it is a string that lies there plainly.
///
/// # Safety
/// `context` must be live and owned by this thread.
unsafe fn own_message(context: *mut qjs::JSContext, error: qjs::JSValue) -> Option<qjs::JSValue> {
    unsafe {
        // Errors are ordinary objects: looking at their own properties calls nothing.
        if !qjs::JS_IsError(error) {
            return None;
        }
        let atom = qjs::JS_NewAtom(context, c"message".as_ptr());
        let mut found = std::mem::zeroed::<qjs::JSPropertyDescriptor>();
        if qjs::JS_GetOwnProperty(context, &mut found, error, atom) != 1
            || found.flags & qjs::JS_PROP_GETSET as c_int != 0
        {
            return None;
        }
        let tag = qjs::JS_VALUE_GET_TAG(found.value);
        (tag == qjs::JS_TAG_STRING || tag == qjs::JS_TAG_STRING_ROPE).then_some(found.value)
    }
}

fn arena_pages() -> u64 {
    Region::get().map_or(0, |region| region.heap_pages() as u64)
}

/// Seeds for `Math.random`: every cell gets its own, all clones of an image would draw the same.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static KEYS: RandomState = RandomState::new();
    }
    let mut hasher = KEYS.with(RandomState::build_hasher);
    hasher.write_u64(NEXT.fetch_add(1, Relaxed));
    hasher.finish() | 1
}
