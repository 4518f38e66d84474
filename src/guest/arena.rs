//! Address space for guest slots.
//!
//! Owns: one reservation per copy of the library, cut into equal strides, one per slot; which part
//! of a stride is accessible. Does not own: what is put there (`alloc`, `slot`).
//!
//! ```text
//! stride:  | guard | header | bitmap | page table | heap ........ | guard (rest of the stride) |
//! ```
//!
//! Everything before the heap is opened when a slot is made; the heap is opened in steps as the
//! guest grows. How far it is open is kept here, outside the arena: a reset or a hard stop must not
//! roll it back. Any thread may call; a slot's own pages are touched by its current owner only.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::os;
use super::stop::HostSection;

/// Unit of everything in here. The engine's small-block arenas are exactly one page.
pub const PAGE: usize = 4096;
/// Inaccessible bytes before and (at least) after each arena.
pub const GUARD: usize = 1 << 16;
/// Heap pages a slot can have at the very most: 1 GiB, the contract's highest memory limit, and an
/// eighth more for fragmentation.
pub const MAX_HEAP_PAGES: usize = (1 << 18) + (1 << 15);
/// Pages for the header, the bitmap (a bit per heap page) and the page table (four bytes per heap page).
pub const BITMAP_PAGES: usize = (MAX_HEAP_PAGES / 8).div_ceil(PAGE);
pub const TABLE_PAGES: usize = (MAX_HEAP_PAGES * 4).div_ceil(PAGE);
pub const META_PAGES: usize = 1 + BITMAP_PAGES + TABLE_PAGES;

/// Most slots a process can have.
pub const MAX_SLOTS: usize = 64;
/// The heap is opened in steps of this many pages (1 MiB): one system call for 256 pages.
const STEP: usize = 256;

/// Candidates for (slots, log2 of the stride): the roomiest that the system grants is taken. The
/// last ones are for processes under a tight address-space limit.
const LADDER: [(usize, u32); 4] = [(MAX_SLOTS, 31), (32, 30), (32, 27), (8, 27)];

/// Where the first reservation is tried; a second copy of the library finds it taken and moves on.
const FIRST_BASE: usize = 0x4200_0000_0000;
const BASE_STEP: usize = 1 << 40;
const BASES: usize = 8;

static BASE: AtomicUsize = AtomicUsize::new(0);
static SHIFT: AtomicU32 = AtomicU32::new(0);
/// Heap pages in one stride: nothing past them is ever opened, whatever a header says.
static HEAP_PAGES: AtomicUsize = AtomicUsize::new(0);
static OPEN: [AtomicU32; MAX_SLOTS] = [const { AtomicU32::new(0) }; MAX_SLOTS];

/// The process's reservation.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    pub slots: usize,
    pub stride: usize,
}

impl Region {
    /// Reserves on first use. `Err` says what the system refused.
    pub fn get() -> Result<Region, String> {
        static REGION: OnceLock<Result<Region, String>> = OnceLock::new();
        REGION.get_or_init(reserve).clone()
    }

    /// Heap pages that fit into one stride.
    pub fn heap_pages(self) -> usize {
        (self.stride / PAGE - META_PAGES - 2 * (GUARD / PAGE)).min(MAX_HEAP_PAGES)
    }
}

fn reserve() -> Result<Region, String> {
    let mut refusal = String::new();
    for (slots, shift) in LADDER {
        let stride = 1usize << shift;
        for k in 0..BASES {
            let at = FIRST_BASE + k * BASE_STEP;
            match os::reserve(at, slots * stride) {
                Ok(()) => {
                    let region = Region { slots, stride };
                    SHIFT.store(shift, Relaxed);
                    HEAP_PAGES.store(region.heap_pages(), Relaxed);
                    BASE.store(at, Relaxed);
                    return Ok(region);
                }
                Err(os::Refusal::Taken) => continue,
                Err(os::Refusal::Denied(why)) => {
                    refusal = why;
                    break;
                }
            }
        }
    }
    Err(format!(
        "no address space for guest slots: even {} MiB could not be reserved ({refusal}); raise the address-space limit of the process",
        (LADDER[3].0 << LADDER[3].1) >> 20
    ))
}

/// First byte (the header) of slot `index`.
pub fn slot_base(index: usize) -> *mut u8 {
    (BASE.load(Relaxed) + (index << SHIFT.load(Relaxed)) + GUARD) as *mut u8
}

/// The header of the slot that `inside` lies in, if it lies in one that has a heap.
#[inline]
pub fn base_of(inside: *const u8) -> Option<*mut u8> {
    let shift = SHIFT.load(Relaxed);
    let index = (inside as usize).wrapping_sub(BASE.load(Relaxed)) >> shift;
    let open = OPEN.get(index)?.load(Relaxed);
    (open > 0).then(|| slot_base(index))
}

#[inline]
fn slot_of(base: *const u8) -> usize {
    ((base as usize).wrapping_sub(BASE.load(Relaxed)) >> SHIFT.load(Relaxed)) & (MAX_SLOTS - 1)
}

/// First heap page of the slot whose header is at `base`.
#[inline]
pub fn heap_of(base: *const u8) -> *mut u8 {
    (base as usize + META_PAGES * PAGE) as *mut u8
}

/// Opens the part before the heap.
pub fn open_meta(index: usize) -> Result<(), String> {
    os::open(slot_base(index), META_PAGES * PAGE)
}

/// Heap pages of the slot at `base` that are accessible now.
#[inline]
pub fn open_pages(base: *const u8) -> usize {
    OPEN[slot_of(base)].load(Relaxed) as usize
}

/// Makes heap pages `0..end` accessible; false when the system refuses.
#[inline]
pub fn open_heap(base: *mut u8, end: usize) -> bool {
    end <= open_pages(base) || open_heap_slow(base, end)
}

#[cold]
fn open_heap_slow(base: *mut u8, end: usize) -> bool {
    // What is open and what is noted as open must not part company.
    let _section = HostSection::enter();
    let open = &OPEN[slot_of(base)];
    let from = open.load(Relaxed) as usize;
    let to = end.next_multiple_of(STEP).min(HEAP_PAGES.load(Relaxed));
    if end > to {
        return false;
    }
    let start = heap_of(base).wrapping_add(from * PAGE);
    if os::open(start, (to - from) * PAGE).is_err() {
        return false;
    }
    open.store(to as u32, Relaxed);
    true
}

/// Gives heap pages `from..` back to the system; they read as zero when opened again.
pub fn close_heap_from(base: *mut u8, from: usize) {
    let open = &OPEN[slot_of(base)];
    let from = from.next_multiple_of(STEP);
    let to = open.load(Relaxed) as usize;
    if from < to {
        os::close(heap_of(base).wrapping_add(from * PAGE), (to - from) * PAGE);
        open.store(from as u32, Relaxed);
    }
}

#[cfg(test)]
mod tests;
