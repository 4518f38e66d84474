//! The guest's allocator under AddressSanitizer: only in builds by `scripts/sanitize.mjs`.
//!
//! Owns: telling the sanitizer which bytes of an arena the engine may touch, so that it finds what goes
//! past a block or comes after its end, although the arena is not the C library's heap. Does not own: the
//! blocks (`alloc`).
//!
//! A block ends in a word with the size that was asked for; everything behind that size is off limits. A
//! freed block is off limits as a whole, and is kept from being used again for a while: the last
//! [`KEPT`] freed blocks stand in a ring at the end of the header page, so that a reset covers them too.
//! Copying an arena makes all of it accessible: what was allocated before is then watched no longer.

use std::ffi::c_void;

use rquickjs::qjs;

use super::alloc::Heap;
use super::arena::{self, META_PAGES, PAGE};

unsafe extern "C" {
    fn __asan_poison_memory_region(at: *const c_void, bytes: usize);
    fn __asan_unpoison_memory_region(at: *const c_void, bytes: usize);
}

/// Bytes behind each block that are off limits at least; the last eight of its capacity hold the size.
const RED_ZONE: usize = 24;
const KEPT: usize = 255;

pub const FUNCTIONS: qjs::JSMallocFunctions = qjs::JSMallocFunctions {
    js_calloc: Some(calloc),
    js_malloc: Some(malloc),
    js_free: Some(free),
    js_realloc: Some(realloc),
    js_malloc_usable_size: Some(usable_size),
};

/// Makes the whole arena at `base` accessible, before its bytes are copied.
pub fn forget(base: *const u8) {
    let bytes = (META_PAGES + arena::open_pages(base)) * PAGE;
    // SAFETY: only the sanitizer's own account of these addresses changes.
    unsafe { __asan_unpoison_memory_region(base.cast(), bytes) };
}

/// Where a block keeps its size.
fn note(heap: &mut Heap, block: *mut u8) -> *mut usize {
    let capacity = heap.usable(block);
    block.wrapping_add(capacity - size_of::<usize>()).cast()
}

// SAFETY (all below): as for the functions of `alloc`. Rust code is not watched by the sanitizer, so it may
// read what is off limits to the engine.
unsafe extern "C" fn malloc(opaque: *mut c_void, size: qjs::size_t) -> *mut c_void {
    unsafe {
        let mut heap = Heap::at(opaque.cast());
        let size = size as usize;
        let block = heap.allocate(size.saturating_add(RED_ZONE));
        if block.is_null() {
            return block.cast();
        }
        let capacity = heap.usable(block);
        note(&mut heap, block).write(size);
        // In this order the last word can be accessible in part.
        __asan_poison_memory_region(block.cast(), capacity);
        __asan_unpoison_memory_region(block.cast(), size);
        block.cast()
    }
}

unsafe extern "C" fn calloc(
    opaque: *mut c_void,
    count: qjs::size_t,
    size: qjs::size_t,
) -> *mut c_void {
    let Some(total) = (count as usize).checked_mul(size as usize) else {
        return std::ptr::null_mut();
    };
    unsafe {
        let block = malloc(opaque, total as qjs::size_t);
        if !block.is_null() {
            std::ptr::write_bytes(block.cast::<u8>(), 0, total);
        }
        block
    }
}

unsafe extern "C" fn free(opaque: *mut c_void, block: *mut c_void) {
    if block.is_null() {
        return;
    }
    unsafe {
        let mut heap = Heap::at(opaque.cast());
        let capacity = heap.usable(block.cast());
        __asan_poison_memory_region(block, capacity);
        let ring = opaque
            .cast::<u8>()
            .add(PAGE - (KEPT + 1) * size_of::<usize>())
            .cast::<usize>();
        let at = ring.read() % KEPT;
        ring.write(at + 1);
        let place = ring.add(1 + at);
        let oldest = place.replace(block as usize);
        if oldest != 0 {
            heap.release(oldest as *mut u8);
        }
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
    unsafe {
        let moved = malloc(opaque, size);
        if !moved.is_null() {
            let old = usable_size(block) as usize;
            std::ptr::copy_nonoverlapping(
                block.cast::<u8>(),
                moved.cast::<u8>(),
                old.min(size as usize),
            );
            free(opaque, block);
        }
        moved
    }
}

unsafe extern "C" fn usable_size(block: *const c_void) -> qjs::size_t {
    if block.is_null() {
        return 0;
    }
    let Some(base) = arena::base_of(block.cast()) else {
        return 0;
    };
    unsafe { note(&mut Heap::at(base), block.cast_mut().cast()).read() as qjs::size_t }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Output};

    const CASE: &str = "CODE_MODE_POISON_CASE";

    /// Writes a byte at `offset` of a block of 100 bytes, in a child, with a function that is watched.
    fn write_at(case: &str, offset: usize, freed: bool) -> Output {
        if std::env::var(CASE).is_ok_and(|wanted| wanted == case) {
            arena::Region::get().expect("address space");
            arena::open_meta(0).expect("the first pages open");
            // SAFETY: the arena is ours; whether the write is safe is what the child finds out.
            unsafe {
                let base = arena::slot_base(0);
                Heap::create(base, 1000);
                let block = malloc(base.cast(), 100);
                if freed {
                    free(base.cast(), block);
                }
                libc::memset(block.byte_add(offset), std::hint::black_box(1), 1);
            }
            std::process::exit(0);
        }
        Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", &format!("guest::poison::tests::{case}")])
            .args(["--nocapture", "--test-threads=1"])
            .env(CASE, case)
            .output()
            .expect("a child")
    }

    fn assert_found(child: Output) {
        assert_eq!(child.status.signal(), Some(libc::SIGABRT), "{child:?}");
        assert!(String::from_utf8_lossy(&child.stderr).contains("use-after-poison"));
    }

    #[test]
    fn the_last_byte_of_a_block_may_be_written() {
        let child = write_at("the_last_byte_of_a_block_may_be_written", 99, false);
        assert_eq!(child.status.code(), Some(0), "{child:?}");
    }

    #[test]
    fn the_byte_behind_a_block_is_found() {
        assert_found(write_at("the_byte_behind_a_block_is_found", 100, false));
    }

    #[test]
    fn a_byte_of_a_freed_block_is_found() {
        assert_found(write_at("a_byte_of_a_freed_block_is_found", 0, true));
    }
}
