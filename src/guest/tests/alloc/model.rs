//! What the allocator promises, step by step, and pointers that it never gave.

use proptest::prelude::*;

use super::super::super::arena::{self, META_PAGES, PAGE};
use super::Arena;

/// Sizes that are cut from spans; what is above the last takes whole pages.
const BLOCKS: [usize; 6] = [640, 768, 1024, 1280, 1536, 2048];
pub const SPAN_PAGES: usize = 4;
/// What the allocator promises for a request.
fn rounded(size: usize) -> usize {
    let block = BLOCKS.into_iter().find(|block| size <= *block);
    block.unwrap_or(size.div_ceil(PAGE) * PAGE)
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Allocate(usize),
    AllocateZeroed(usize, usize),
    /// Which of the live blocks, and its new size.
    Resize(prop::sample::Index, usize),
    Free(prop::sample::Index),
    /// A pointer that was never given out, and what is done with it.
    Hostile(Wild, Deed),
}

#[derive(Clone, Debug)]
pub(super) enum Wild {
    Null,
    /// Bytes from the arena's start, anywhere in or around it.
    Offset(isize),
    Anywhere(usize),
    /// So many bytes into a live block.
    Inside(prop::sample::Index, usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    Free,
    Measure,
    Resize(usize),
}

fn sizes() -> impl Strategy<Value = usize> {
    prop_oneof![
        4 => 0..=2048usize,
        2 => 2049..=5 * PAGE,
        1 => 5 * PAGE..=80 * PAGE,
        1 => (1..=600usize).prop_map(|pages| pages * PAGE),
        1 => prop_oneof![Just(640), Just(641), Just(2048), Just(2049), Just(4096), Just(4097)],
        1 => Just(usize::MAX - 5),
    ]
}

fn wild() -> impl Strategy<Value = Wild> {
    let arena = ((META_PAGES + 600) * PAGE) as isize;
    prop_oneof![
        Just(Wild::Null),
        (-70_000..arena).prop_map(Wild::Offset),
        any::<usize>().prop_map(Wild::Anywhere),
        (any::<prop::sample::Index>(), 1..4096usize).prop_map(|(k, by)| Wild::Inside(k, by)),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        Just(Deed::Free),
        Just(Deed::Measure),
        sizes().prop_map(Deed::Resize)
    ]
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => sizes().prop_map(Step::Allocate),
        1 => (0..200usize, 0..200usize).prop_map(|(n, size)| Step::AllocateZeroed(n, size)),
        4 => (any::<prop::sample::Index>(), sizes()).prop_map(|(k, size)| Step::Resize(k, size)),
        4 => any::<prop::sample::Index>().prop_map(Step::Free),
        2 => (wild(), deed()).prop_map(|(wild, deed)| Step::Hostile(wild, deed)),
    ]
}

/// A live block: every usable byte of it holds `fill`.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    at: *mut u8,
    usable: usize,
    fill: u8,
}

impl Live {
    fn write(&self) {
        // SAFETY: the allocator said that so many bytes are usable.
        unsafe { self.at.write_bytes(self.fill, self.usable) };
    }

    fn check(&self, bytes: usize) {
        // SAFETY: as above.
        let content = unsafe { std::slice::from_raw_parts(self.at, bytes) };
        assert!(
            content.iter().all(|byte| *byte == self.fill),
            "the content of {self:?} changed"
        );
    }
}

pub struct Model<'a> {
    arena: &'a Arena,
    live: Vec<Live>,
    next_fill: u8,
}

impl<'a> Model<'a> {
    pub fn new(arena: &'a Arena) -> Self {
        Self {
            arena,
            live: Vec::new(),
            next_fill: 0,
        }
    }

    fn pick(&self, index: &prop::sample::Index) -> Option<usize> {
        (!self.live.is_empty()).then(|| index.index(self.live.len()))
    }

    /// Takes in a block that was just given out.
    fn admit(&mut self, at: *mut u8, size: usize) {
        let usable = self.arena.usable(at);
        assert!(usable >= size, "{usable} bytes for {size}");
        assert_eq!(at as usize % 16, 0, "aligned for everything");
        let start = self.arena.heap_start() as usize;
        let end = start + arena::open_pages(self.arena.base) * PAGE;
        assert!((start..end).contains(&(at as usize)) && at as usize + usable <= end);
        for other in &self.live {
            let apart = at as usize + usable <= other.at as usize
                || other.at as usize + other.usable <= at as usize;
            assert!(apart, "{at:?} ({usable} bytes) overlaps {other:?}");
        }
        self.next_fill = self.next_fill.wrapping_add(1);
        let live = Live {
            at,
            usable,
            fill: self.next_fill,
        };
        live.write();
        self.live.push(live);
    }

    /// Whether a fresh request of `size` may be refused when `used` pages are in use.
    fn may_refuse(&self, size: usize, used: usize) -> bool {
        let pages = if size <= BLOCKS[5] {
            SPAN_PAGES
        } else {
            size.div_ceil(PAGE)
        };
        pages > self.arena.limit - used
    }

    pub(super) fn play(&mut self, step: &Step) {
        let used = self.arena.used();
        match step {
            Step::Allocate(size) => {
                let at = self.arena.malloc(*size);
                if at.is_null() {
                    assert!(
                        self.may_refuse(*size, used),
                        "{size} refused, {used} in use"
                    );
                } else {
                    self.admit(at, *size);
                    assert_eq!(self.arena.usable(at), rounded(*size));
                }
            }
            Step::AllocateZeroed(count, size) => {
                let at = self.arena.calloc(*count, *size);
                if !at.is_null() {
                    let content = unsafe { std::slice::from_raw_parts(at, count * size) };
                    assert!(content.iter().all(|byte| *byte == 0), "it is zeroed");
                    self.admit(at, count * size);
                }
            }
            Step::Resize(index, size) => {
                let Some(k) = self.pick(index) else { return };
                let old = self.live[k];
                old.check(old.usable);
                let at = self.arena.realloc(old.at, *size);
                if *size == 0 {
                    assert!(at.is_null(), "a size of zero frees");
                    self.live.swap_remove(k);
                } else if at.is_null() {
                    assert!(
                        self.may_refuse(*size, used),
                        "{size} refused, {used} in use"
                    );
                    assert_eq!(self.arena.usable(old.at), old.usable, "it stays as it was");
                    old.check(old.usable);
                } else {
                    self.live.swap_remove(k);
                    Live { at, ..old }.check(old.usable.min(*size));
                    self.admit(at, *size);
                    let usable = self.arena.usable(at);
                    assert!(usable == rounded(*size) || (at == old.at && usable == old.usable));
                }
            }
            Step::Free(index) => {
                let Some(k) = self.pick(index) else { return };
                let old = self.live.swap_remove(k);
                old.check(old.usable);
                self.arena.free(old.at);
            }
            Step::Hostile(wild, deed) => self.attack(wild, *deed),
        }
        let used = self.arena.used();
        assert!(used <= self.arena.limit, "{used} pages");
        assert_eq!(used, self.arena.marked(), "header and bitmap agree");
    }

    fn attack(&mut self, wild: &Wild, deed: Deed) {
        let pointer = match wild {
            Wild::Null => std::ptr::null_mut(),
            Wild::Offset(offset) => self.arena.base.wrapping_offset(*offset),
            Wild::Anywhere(address) => *address as *mut u8,
            Wild::Inside(index, by) => match self.pick(index) {
                Some(k) => self.live[k].at.wrapping_add(*by % self.live[k].usable),
                None => return,
            },
        };
        // Beginnings of blocks, live or free, are the allocator's own.
        let given = self.live.iter().any(|live| live.at == pointer);
        if given || self.arena.usable(pointer) != 0 {
            return;
        }
        let used = self.arena.used();
        match deed {
            Deed::Measure => {}
            Deed::Free => self.arena.free(pointer),
            Deed::Resize(size) => {
                let at = self.arena.realloc(pointer, size);
                if !at.is_null() {
                    self.admit(at, size);
                }
                return;
            }
        }
        assert_eq!(self.arena.used(), used, "nothing was taken back");
    }

    /// Looks at every live block, then gives it back.
    pub fn end(self) {
        for live in &self.live {
            live.check(live.usable);
            assert_eq!(self.arena.usable(live.at), live.usable);
            self.arena.free(live.at);
        }
    }
}
