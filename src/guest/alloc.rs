//! The allocator behind one guest's engine.
//!
//! Owns: the pages of one arena: runs of whole pages, and spans cut into blocks of one size for
//! what is too small for a page. ALL of its state lies inside the arena, so that copying the arena's
//! bytes back is a complete reset and saving them is a complete snapshot. Does not own: address
//! space (`arena`).
//!
//! The engine serves what is up to 512 bytes from blocks of 4096 bytes of its own, so nearly every
//! request here is one page. Called by the engine on the thread that runs the slot.
//!
//! Nothing in here trusts the pointers it is given: the engine has had memory errors before, and a
//! wild pointer must not make this code write outside its arena.

use std::ffi::c_void;
use std::mem::size_of;

use rquickjs::qjs;

use super::arena::{self, BITMAP_PAGES, MAX_HEAP_PAGES, PAGE};

/// Block sizes of spans. What is above the last one takes whole pages.
const BLOCK_SIZES: [usize; 6] = [640, 768, 1024, 1280, 1536, 2048];
/// Pages in a span.
const SPAN: usize = 4;
const MAX_BLOCK: usize = BLOCK_SIZES[BLOCK_SIZES.len() - 1];

/// Page table entries: the first page of a run holds its length, a page of a span its class and,
/// above that, which page of the span it is.
const RUN: u32 = 0x8000_0000;
const BLOCKS: u32 = 0x4000_0000;
const NUMBER_SHIFT: u32 = 8;

/// What begins at an address that `allocate` gave.
enum Piece {
    /// Whole pages from this one on.
    Run { page: usize, pages: usize },
    /// A block of this class.
    Block(usize),
}

/// First bytes of every arena.
#[repr(C)]
pub struct Header {
    /// Runtime and context of this arena's engine, for the self-check.
    pub runtime: usize,
    pub context: usize,
    /// How often a request was refused for want of memory.
    pub refusals: u64,
    /// Pages that may be in use at once, and that are.
    pub limit_pages: u32,
    pub used_pages: u32,
    /// One more than the highest page ever handed out.
    pub top: u32,
    /// No page below this one is free.
    hint: u32,
    /// Free blocks of each size, linked through their first word.
    free_blocks: [*mut u8; BLOCK_SIZES.len()],
}

const _: () = assert!(size_of::<Header>() <= PAGE);

/// A view of one arena. Plain pointer; whoever holds it must be the slot's current owner.
#[derive(Clone, Copy)]
pub struct Heap(*mut Header);

impl Heap {
    /// The arena whose header is at `base`.
    ///
    /// # Safety
    /// `base` must be the header of an opened slot that this thread owns for as long as the value is used.
    pub unsafe fn at(base: *mut u8) -> Heap {
        Heap(base.cast())
    }

    /// Makes an empty heap of at most `limit_pages`.
    ///
    /// # Safety
    /// As for [`Heap::at`]; the pages before the heap must be zero.
    pub unsafe fn create(base: *mut u8, limit_pages: usize) -> Heap {
        let heap = Heap(base.cast());
        // SAFETY: the caller owns the opened header page, which is zero: a valid `Header`.
        unsafe { (*heap.0).limit_pages = limit_pages.min(MAX_HEAP_PAGES) as u32 };
        heap
    }

    pub fn header(&mut self) -> &mut Header {
        // SAFETY: by the contract of `at`, the header is ours; `&mut self` keeps the borrow single.
        unsafe { &mut *self.0 }
    }

    fn base(self) -> *mut u8 {
        self.0.cast()
    }

    #[inline]
    fn bitmap(&mut self) -> &mut [u64; MAX_HEAP_PAGES / 64] {
        // SAFETY: the bitmap follows the header page and is opened with it (`arena::open_meta`).
        unsafe { &mut *self.base().add(PAGE).cast() }
    }

    #[inline]
    fn table(&mut self) -> &mut [u32; MAX_HEAP_PAGES] {
        // SAFETY: the page table follows the bitmap and is opened with it.
        unsafe { &mut *self.base().add(PAGE + BITMAP_PAGES * PAGE).cast() }
    }

    /// Whether heap page `page` is in use.
    #[inline]
    pub fn is_used(&mut self, page: usize) -> bool {
        page < MAX_HEAP_PAGES && self.bitmap()[page >> 6] >> (page & 63) & 1 != 0
    }

    fn mark(&mut self, start: usize, count: usize, used: bool) {
        let bitmap = self.bitmap();
        let mut page = start;
        let end = (start + count).min(MAX_HEAP_PAGES);
        while page < end {
            let bit = page & 63;
            let many = (64 - bit).min(end - page);
            let mask = if many == 64 {
                u64::MAX
            } else {
                ((1u64 << many) - 1) << bit
            };
            if used {
                bitmap[page >> 6] |= mask;
            } else {
                bitmap[page >> 6] &= !mask;
            }
            page += many;
        }
    }

    /// Length of the stretch of free pages from `page` on, at most `want`.
    fn free_stretch(&mut self, page: usize, want: usize) -> usize {
        let bitmap = self.bitmap();
        let end = (page + want).min(MAX_HEAP_PAGES);
        let mut at = page;
        while at < end {
            let rest = bitmap[at >> 6] >> (at & 63);
            let free = (rest.trailing_zeros() as usize).min(64 - (at & 63));
            at += free;
            if rest != 0 {
                break;
            }
        }
        at.min(end).saturating_sub(page)
    }

    /// First fit from the lowest page that may be free: keeps the heap dense, and snapshots small.
    fn find(&mut self, count: usize) -> Option<usize> {
        let mut page = self.header().hint as usize;
        let mut first = true;
        while page + count <= MAX_HEAP_PAGES {
            // A one for each free page from here to the end of this word.
            let free = !self.bitmap()[page >> 6] >> (page & 63);
            if free & 1 == 0 {
                page += (free.trailing_zeros() as usize).min(64 - (page & 63));
                continue;
            }
            if first {
                first = false;
                self.header().hint = page as u32;
            }
            let free = self.free_stretch(page, count);
            if free >= count {
                return Some(page);
            }
            page += free.max(1);
        }
        None
    }

    fn page_address(self, page: usize) -> *mut u8 {
        arena::heap_of(self.base()).wrapping_add(page * PAGE)
    }

    /// The heap page that `block` lies in, if it lies in this heap.
    #[inline]
    fn page_of(self, block: *const u8) -> Option<usize> {
        let offset = (block as usize).wrapping_sub(arena::heap_of(self.base()) as usize);
        (offset < MAX_HEAP_PAGES * PAGE).then_some(offset / PAGE)
    }

    /// Whether a request of this tenant was refused for want of memory.
    pub fn has_refused(mut self) -> bool {
        self.header().refusals > 0
    }

    fn refuse(&mut self) -> Option<usize> {
        self.header().refusals += 1;
        None
    }

    fn take_pages(&mut self, count: usize) -> Option<usize> {
        let used = self.header().used_pages as usize;
        if count > (self.header().limit_pages as usize).saturating_sub(used) {
            return self.refuse();
        }
        let Some(start) = self.find(count) else {
            return self.refuse();
        };
        if !arena::open_heap(self.base(), start + count) {
            return self.refuse();
        }
        self.mark(start, count, true);
        let header = self.header();
        header.used_pages += count as u32;
        header.top = header.top.max((start + count) as u32);
        if start == header.hint as usize {
            header.hint = (start + count) as u32;
        }
        Some(start)
    }

    fn give_pages(&mut self, start: usize, count: usize) {
        self.mark(start, count, false);
        let header = self.header();
        header.used_pages = header.used_pages.saturating_sub(count as u32);
        header.hint = header.hint.min(start as u32);
    }

    #[cold]
    fn new_span(&mut self, class: usize) -> *mut u8 {
        let Some(start) = self.take_pages(SPAN) else {
            return std::ptr::null_mut();
        };
        for number in 0..SPAN {
            self.table()[start + number] = BLOCKS | (number as u32) << NUMBER_SHIFT | class as u32;
        }
        let size = BLOCK_SIZES[class];
        let first = self.page_address(start);
        let mut next = self.header().free_blocks[class];
        for k in (0..SPAN * PAGE / size).rev() {
            let block = first.wrapping_add(k * size);
            // SAFETY: the span was opened and marked as ours above; blocks do not leave it.
            unsafe { block.cast::<*mut u8>().write(next) };
            next = block;
        }
        self.header().free_blocks[class] = next;
        next
    }

    /// `size` bytes, or null.
    pub fn allocate(&mut self, size: usize) -> *mut u8 {
        if size <= MAX_BLOCK {
            let class = class_of(size);
            let mut block = self.header().free_blocks[class];
            if block.is_null() {
                block = self.new_span(class);
            }
            match self.piece_at(block) {
                Some(Piece::Block(found)) if found == class => {
                    // SAFETY: a block of a span, which is open.
                    self.header().free_blocks[class] = unsafe { block.cast::<*mut u8>().read() };
                    block
                }
                _ => std::ptr::null_mut(),
            }
        } else {
            let count = size.div_ceil(PAGE);
            match self.take_pages(count) {
                Some(start) => {
                    self.table()[start] = RUN | count as u32;
                    self.page_address(start)
                }
                None => std::ptr::null_mut(),
            }
        }
    }

    /// What begins at `block`; nothing does in the middle of a block, outside of the heap or on a free page.
    #[inline]
    fn piece_at(&mut self, block: *const u8) -> Option<Piece> {
        let page = self.page_of(block)?;
        let within = block as usize % PAGE;
        let entry = self.table()[page];
        if entry & RUN != 0 {
            let pages = (entry & !RUN) as usize;
            return (within == 0).then_some(Piece::Run { page, pages });
        }
        if entry & BLOCKS == 0 {
            return None;
        }
        let class = (entry & 0xff) as usize % BLOCK_SIZES.len();
        let size = BLOCK_SIZES[class];
        let offset = (entry >> NUMBER_SHIFT & 0xff) as usize * PAGE + within;
        (offset.is_multiple_of(size) && offset + size <= SPAN * PAGE).then_some(Piece::Block(class))
    }

    /// Takes back what `allocate` gave. A pointer that it did not give is ignored.
    pub fn release(&mut self, block: *mut u8) {
        match self.piece_at(block) {
            Some(Piece::Run { page, pages }) => {
                self.table()[page] = 0;
                self.give_pages(page, pages);
            }
            Some(Piece::Block(class)) => {
                let next = self.header().free_blocks[class];
                // SAFETY: the page is a span's, so it is open and the block's first word is ours.
                unsafe { block.cast::<*mut u8>().write(next) };
                self.header().free_blocks[class] = block;
            }
            None => {}
        }
    }

    /// Bytes that may be used at `block`: exactly what it was given.
    pub fn usable(&mut self, block: *const u8) -> usize {
        match self.piece_at(block) {
            Some(Piece::Run { pages, .. }) => pages * PAGE,
            Some(Piece::Block(class)) => BLOCK_SIZES[class],
            None => 0,
        }
    }

    /// Changes a block's size, in place where the neighbouring pages allow it.
    pub fn resize(&mut self, block: *mut u8, size: usize) -> *mut u8 {
        let old = self.usable(block);
        if size <= old && (size * 2 >= old || old <= PAGE) {
            return block;
        }
        if let (Some(page), true, true) = (self.page_of(block), old >= PAGE, size > MAX_BLOCK) {
            let (have, want) = (old / PAGE, size.div_ceil(PAGE));
            if want <= have {
                self.give_pages(page + want, have - want);
                self.table()[page] = RUN | want as u32;
                return block;
            }
            let more = want - have;
            let room = self
                .header()
                .limit_pages
                .saturating_sub(self.header().used_pages) as usize;
            if more <= room
                && self.free_stretch(page + have, more) == more
                && arena::open_heap(self.base(), page + want)
            {
                self.mark(page + have, more, true);
                self.table()[page] = RUN | want as u32;
                let header = self.header();
                header.used_pages += more as u32;
                header.top = header.top.max((page + want) as u32);
                return block;
            }
        }
        let moved = self.allocate(size);
        if !moved.is_null() {
            // SAFETY: both blocks are live, distinct and at least this long.
            unsafe { std::ptr::copy_nonoverlapping(block, moved, old.min(size)) };
            self.release(block);
        }
        moved
    }
}

#[inline]
fn class_of(size: usize) -> usize {
    BLOCK_SIZES
        .iter()
        .position(|block| size <= *block)
        .unwrap_or(BLOCK_SIZES.len() - 1)
}

/// The engine's allocator functions. `opaque` is the arena's header.
///
/// No host section is needed: these are leaves without destructors, and after a hard stop in one of
/// them the whole arena is forgotten.
pub const FUNCTIONS: qjs::JSMallocFunctions = qjs::JSMallocFunctions {
    js_calloc: Some(calloc),
    js_malloc: Some(malloc),
    js_free: Some(free),
    js_realloc: Some(realloc),
    js_malloc_usable_size: Some(usable_size),
};

// SAFETY (all five): the engine passes the header it was created with as `opaque` and calls only on
// the thread that owns the slot.
unsafe extern "C" fn malloc(opaque: *mut c_void, size: qjs::size_t) -> *mut c_void {
    unsafe { Heap::at(opaque.cast()) }
        .allocate(size as usize)
        .cast()
}

unsafe extern "C" fn calloc(
    opaque: *mut c_void,
    count: qjs::size_t,
    size: qjs::size_t,
) -> *mut c_void {
    let Some(total) = (count as usize).checked_mul(size as usize) else {
        return std::ptr::null_mut();
    };
    let block = unsafe { Heap::at(opaque.cast()) }.allocate(total);
    if !block.is_null() {
        unsafe { std::ptr::write_bytes(block, 0, total) };
    }
    block.cast()
}

unsafe extern "C" fn free(opaque: *mut c_void, block: *mut c_void) {
    if !block.is_null() {
        unsafe { Heap::at(opaque.cast()) }.release(block.cast());
    }
}

unsafe extern "C" fn realloc(
    opaque: *mut c_void,
    block: *mut c_void,
    size: qjs::size_t,
) -> *mut c_void {
    if block.is_null() {
        return unsafe { malloc(opaque, size) };
    }
    if size == 0 {
        unsafe { free(opaque, block) };
        return std::ptr::null_mut();
    }
    unsafe { Heap::at(opaque.cast()) }
        .resize(block.cast(), size as usize)
        .cast()
}

unsafe extern "C" fn usable_size(block: *const c_void) -> qjs::size_t {
    match arena::base_of(block.cast()) {
        Some(base) => unsafe { Heap::at(base) }.usable(block.cast()) as qjs::size_t,
        None => 0,
    }
}
