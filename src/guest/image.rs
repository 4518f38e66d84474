//! The bytes of a slot that has its engine and prelude and nothing else.
//!
//! Owns: taking an image, putting it back, and the word difference between a slot and its image: the
//! form in which a suspended guest is kept. Does not own: when (`slot`, `run`).
//!
//! A slot is seen as numbered pages from its header on: header, bitmap, page table, heap. The image
//! holds the first pages of each of the three parts; whatever lies above them is zero in the image.
//! A difference is a list of pages with, for each, the eight-byte words that are not as in the image:
//!
//! ```text
//! page: u32 | groups: u8 | for each set bit of groups: mask: u64, then a word for each set bit of mask
//! ```
//!
//! Differences never leave this process: they hold addresses, and would be code if they could be forged.

use super::alloc::Heap;
use super::arena::{self, BITMAP_PAGES, META_PAGES, PAGE};

const WORDS: usize = PAGE / 8;
/// Pages kept open above the image after a cell: giving them back costs the next cell page faults.
const KEEP_PAGES: usize = 1024;
/// Above this many used pages, clearing by the system is cheaper than by hand.
const CLEAR_BY_HAND_PAGES: usize = 256;

type Words = [u64; WORDS];
static ZERO: Words = [0; WORDS];

/// A run of consecutive pages of the image.
struct Part {
    first: usize,
    words: Box<[Words]>,
}

/// The saved state of a fresh slot.
pub struct Image {
    base: *mut u8,
    parts: [Part; 4],
    /// Heap pages in the image.
    top: usize,
    bytes: usize,
}

// SAFETY: an image is plain bytes plus the address of its slot; the slot's owner holds the image.
unsafe impl Send for Image {}

/// A suspended guest: what its slot holds beyond the image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference(Box<[u8]>);

impl Difference {
    /// Size of the serialised state, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// Parts of the page table and of the bitmap that describe heap pages `0..top`.
fn table_pages(top: usize) -> usize {
    (top * 4).div_ceil(PAGE).max(1)
}

fn bitmap_pages(top: usize) -> usize {
    top.div_ceil(PAGE * 8).max(1)
}

const BITMAP: usize = 1;
const TABLE: usize = 1 + BITMAP_PAGES;

impl Image {
    /// Takes the image of the slot at `base`.
    ///
    /// # Safety
    /// `base` must be the header of an opened slot that this thread owns, with no guest code running.
    pub unsafe fn take(base: *mut u8) -> Image {
        #[cfg(asan)]
        super::poison::forget(base);
        // SAFETY: the caller owns the slot.
        let top = unsafe { Heap::at(base) }.header().top as usize;
        let part = |first: usize, count: usize| Part {
            first,
            // SAFETY: these pages are open: the meta pages always, the heap pages up to `top`.
            words: unsafe { std::slice::from_raw_parts(page(base, first), count) }.into(),
        };
        let parts = [
            part(0, 1),
            part(BITMAP, bitmap_pages(top)),
            part(TABLE, table_pages(top)),
            part(META_PAGES, top),
        ];
        let bytes = parts.iter().map(|part| part.words.len() * PAGE).sum();
        Image {
            base,
            parts,
            top,
            bytes,
        }
    }

    /// Size of the image, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Makes the slot what it was when the image was taken. Nothing of the last tenant stays.
    ///
    /// `trusted` says that the last tenant was not stopped in the middle, so that the header's own
    /// account of how far the heap was used can be believed.
    ///
    /// # Safety
    /// This thread must own the slot, with no guest code running.
    pub unsafe fn restore_fresh(&self, trusted: bool) {
        let base = self.base;
        #[cfg(asan)]
        super::poison::forget(base);
        let open = arena::open_pages(base);
        let used = if trusted {
            // SAFETY: the caller owns the slot.
            (unsafe { Heap::at(base) }.header().top as usize).min(open)
        } else {
            open
        };
        if used > self.top {
            let keep = if used - self.top > CLEAR_BY_HAND_PAGES {
                self.top
            } else {
                self.top + KEEP_PAGES
            };
            arena::close_heap_from(base, keep);
            let left = used.min(arena::open_pages(base));
            // SAFETY: heap pages below `open_pages` are accessible; the table and the bitmap always are.
            unsafe {
                if left > self.top {
                    page(base, META_PAGES + self.top).write_bytes(0, left - self.top);
                }
                let (bitmap, table) = (bitmap_pages(self.top), table_pages(self.top));
                page(base, BITMAP + bitmap).write_bytes(0, bitmap_pages(used) - bitmap);
                page(base, TABLE + table).write_bytes(0, table_pages(used) - table);
            }
        } else if open > self.top + KEEP_PAGES {
            arena::close_heap_from(base, self.top + KEEP_PAGES);
        }
        for part in &self.parts {
            // SAFETY: the image's pages are open: they were when it was taken and are never closed.
            unsafe {
                page(base, part.first)
                    .copy_from_nonoverlapping(part.words.as_ptr(), part.words.len());
            }
        }
    }

    fn original(&self, number: usize) -> &Words {
        for part in &self.parts {
            if let Some(words) = number
                .checked_sub(part.first)
                .and_then(|k| part.words.get(k))
            {
                return words;
            }
        }
        &ZERO
    }

    /// Saves what the slot holds beyond the image. `None` when that is more than `limit` bytes.
    ///
    /// # Safety
    /// This thread must own the slot, with no guest code running and none stopped in the middle.
    pub unsafe fn save(&self, limit: usize, scratch: &mut Vec<u8>) -> Option<Difference> {
        scratch.clear();
        #[cfg(asan)]
        super::poison::forget(self.base);
        // SAFETY: the caller owns the slot.
        let mut heap = unsafe { Heap::at(self.base) };
        let top = (heap.header().top as usize)
            .min(arena::open_pages(self.base))
            .max(self.top);
        let meta = std::iter::once(0)
            .chain((0..bitmap_pages(top)).map(|k| BITMAP + k))
            .chain((0..table_pages(top)).map(|k| TABLE + k));
        for number in meta {
            // SAFETY: meta pages are open.
            self.save_page(number, unsafe { &*page(self.base, number) }, scratch);
        }
        for number in 0..top {
            if heap.is_used(number) {
                // SAFETY: heap pages below `top` are open.
                let words = unsafe { &*page(self.base, META_PAGES + number) };
                self.save_page(META_PAGES + number, words, scratch);
                if scratch.len() > limit {
                    return None;
                }
            }
        }
        Some(Difference(scratch.as_slice().into()))
    }

    fn save_page(&self, number: usize, now: &Words, out: &mut Vec<u8>) {
        let before = self.original(number);
        if now == before {
            return;
        }
        let mut masks = [0u64; WORDS / 64];
        for (mask, (now, before)) in masks
            .iter_mut()
            .zip(now.chunks_exact(64).zip(before.chunks_exact(64)))
        {
            for (bit, (now, before)) in now.iter().zip(before).enumerate() {
                *mask |= u64::from(now != before) << bit;
            }
        }
        out.extend_from_slice(&(number as u32).to_le_bytes());
        out.push(
            masks
                .iter()
                .enumerate()
                .fold(0, |all, (k, mask)| all | u8::from(*mask != 0) << k),
        );
        for (mask, now) in masks.iter().zip(now.chunks_exact(64)) {
            if *mask == 0 {
                continue;
            }
            out.extend_from_slice(&mask.to_le_bytes());
            let mut rest = *mask;
            while rest != 0 {
                out.extend_from_slice(&now[rest.trailing_zeros() as usize].to_le_bytes());
                rest &= rest - 1;
            }
        }
    }

    /// Puts a saved guest back. `Err` when the memory for it cannot be had or it is not of this slot.
    ///
    /// # Safety
    /// This thread must own the slot, with no guest code running; `saved` must come from `save` of
    /// this very image.
    pub unsafe fn load(&self, saved: &Difference, trusted: bool) -> Result<(), String> {
        // SAFETY: passed on.
        unsafe { self.restore_fresh(trusted) };
        let mut reader = Reader(&saved.0);
        while !reader.0.is_empty() {
            let broken = || "saved guest state is damaged".to_string();
            let number = u32::from_le_bytes(reader.take().ok_or_else(broken)?) as usize;
            let [groups] = reader.take::<1>().ok_or_else(broken)?;
            if number >= META_PAGES && !arena::open_heap(self.base, number - META_PAGES + 1) {
                return Err("no memory to restore the guest".to_string());
            }
            // SAFETY: the page was opened above, and this thread owns the slot.
            let words = unsafe { &mut *page(self.base, number) };
            for group in 0..WORDS / 64 {
                if groups >> group & 1 == 0 {
                    continue;
                }
                let mut mask = u64::from_le_bytes(reader.take().ok_or_else(broken)?);
                while mask != 0 {
                    let word = u64::from_le_bytes(reader.take().ok_or_else(broken)?);
                    words[group * 64 + mask.trailing_zeros() as usize] = word;
                    mask &= mask - 1;
                }
            }
        }
        Ok(())
    }
}

fn page(base: *mut u8, number: usize) -> *mut Words {
    base.wrapping_add(number * PAGE).cast()
}

/// Reads a difference from front to back.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    #[inline]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }
}
