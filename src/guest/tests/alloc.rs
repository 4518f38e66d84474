//! The allocator against a model of it, and against pointers that it never gave.

use std::ffi::c_void;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::super::alloc::{FUNCTIONS, Heap};
use super::super::arena::{self, MAX_HEAP_PAGES, META_PAGES, PAGE};
use super::own_index;

/// Sizes that are cut from spans; what is above the last takes whole pages.
const BLOCKS: [usize; 6] = [640, 768, 1024, 1280, 1536, 2048];
const SPAN_PAGES: usize = 4;
const LIMIT_PAGES: usize = 512;

/// An arena with an empty heap and no engine.
struct Arena {
    base: *mut u8,
    limit: usize,
}

impl Arena {
    fn new(limit: usize) -> Arena {
        let index = own_index();
        arena::open_meta(index).expect("the pages can be opened");
        let mut arena = Arena {
            base: arena::slot_base(index),
            limit,
        };
        arena.empty();
        arena
    }

    /// Forgets everything.
    fn empty(&mut self) {
        arena::close_heap_from(self.base, 0);
        // SAFETY: the arena is this test's, and its meta pages are open.
        unsafe {
            self.base.write_bytes(0, META_PAGES * PAGE);
            Heap::create(self.base, self.limit);
        }
    }

    fn heap(&self) -> Heap {
        // SAFETY: the arena is this test's own.
        unsafe { Heap::at(self.base) }
    }

    fn used(&self) -> usize {
        self.heap().header().used_pages as usize
    }

    /// Pages that the bitmap has as used.
    fn marked(&self) -> usize {
        let mut heap = self.heap();
        (0..heap.header().top as usize + 64)
            .filter(|page| heap.is_used(*page))
            .count()
    }

    fn malloc(&self, size: usize) -> *mut u8 {
        // SAFETY (all of these): the functions are called as the engine calls them.
        unsafe { FUNCTIONS.js_malloc.expect("given")(self.base.cast(), size as _).cast() }
    }

    fn calloc(&self, count: usize, size: usize) -> *mut u8 {
        unsafe {
            FUNCTIONS.js_calloc.expect("given")(self.base.cast(), count as _, size as _).cast()
        }
    }

    fn free(&self, block: *mut u8) {
        unsafe { FUNCTIONS.js_free.expect("given")(self.base.cast(), block.cast()) }
    }

    fn realloc(&self, block: *mut u8, size: usize) -> *mut u8 {
        unsafe {
            FUNCTIONS.js_realloc.expect("given")(self.base.cast(), block.cast(), size as _).cast()
        }
    }

    fn usable(&self, block: *const u8) -> usize {
        unsafe { FUNCTIONS.js_malloc_usable_size.expect("given")(block.cast::<c_void>()) as usize }
    }

    fn heap_start(&self) -> *mut u8 {
        arena::heap_of(self.base)
    }
}

/// What the allocator promises for a request.
fn rounded(size: usize) -> usize {
    let block = BLOCKS.into_iter().find(|block| size <= *block);
    block.unwrap_or(size.div_ceil(PAGE) * PAGE)
}

#[derive(Clone, Debug)]
enum Step {
    Allocate(usize),
    AllocateZeroed(usize, usize),
    /// Which of the live blocks, and its new size.
    Resize(prop::sample::Index, usize),
    Free(prop::sample::Index),
    /// A pointer that was never given out, and what is done with it.
    Hostile(Wild, Deed),
}

#[derive(Clone, Debug)]
enum Wild {
    Null,
    /// Bytes from the arena's start, anywhere in or around it.
    Offset(isize),
    Anywhere(usize),
    /// So many bytes into a live block.
    Inside(prop::sample::Index, usize),
}

#[derive(Clone, Copy, Debug)]
enum Deed {
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

fn step() -> impl Strategy<Value = Step> {
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
struct Live {
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

struct Model<'a> {
    arena: &'a Arena,
    live: Vec<Live>,
    next_fill: u8,
}

impl Model<'_> {
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

    fn play(&mut self, step: &Step) {
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

    fn check_all(&self) {
        for live in &self.live {
            live.check(live.usable);
            assert_eq!(self.arena.usable(live.at), live.usable);
        }
    }
}

#[test]
fn the_allocator_does_what_its_model_does() {
    let mut arena = Arena::new(LIMIT_PAGES);
    let config = Config {
        cases: 96,
        failure_persistence: None,
        ..Config::default()
    };
    let steps = prop::collection::vec(step(), 1..160);
    // The arena is used for one case after the other.
    let arena = std::cell::RefCell::new(&mut arena);
    let outcome = TestRunner::new_with_rng(
        config,
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    )
    .run(&steps, |steps| {
        let mut arena = arena.borrow_mut();
        arena.empty();
        let mut model = Model {
            arena: &arena,
            live: Vec::new(),
            next_fill: 0,
        };
        for step in &steps {
            model.play(step);
        }
        model.check_all();
        for live in std::mem::take(&mut model.live) {
            live.check(live.usable);
            arena.free(live.at);
        }
        // Spans stay; runs have all been given back.
        assert_eq!(arena.used() % SPAN_PAGES, 0);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn a_request_of_exactly_what_is_left_is_granted() {
    let arena = Arena::new(LIMIT_PAGES);
    assert!(!arena.malloc(LIMIT_PAGES * PAGE).is_null());
    assert_eq!(arena.used(), LIMIT_PAGES);
}

#[test]
fn a_request_of_one_byte_more_is_refused_and_counted() {
    let arena = Arena::new(LIMIT_PAGES);
    assert!(arena.malloc(LIMIT_PAGES * PAGE + 1).is_null());
    assert_eq!((arena.used(), arena.heap().header().refusals), (0, 1));
}

#[test]
fn a_refused_resize_leaves_the_block_as_it_was() {
    let arena = Arena::new(8);
    let block = arena.malloc(5 * PAGE);
    assert!(arena.realloc(block, 9 * PAGE).is_null());
    assert_eq!(arena.usable(block), 5 * PAGE);
}

#[test]
fn a_block_grows_in_place_up_to_the_limit() {
    let arena = Arena::new(8);
    let block = arena.malloc(5 * PAGE);
    assert_eq!(arena.realloc(block, 8 * PAGE), block);
}

#[test]
fn products_that_overflow_are_refused() {
    let arena = Arena::new(LIMIT_PAGES);
    assert!(arena.calloc(1 << 33, 1 << 33).is_null());
}

#[test]
fn a_limit_over_what_an_arena_can_hold_is_cut() {
    let arena = Arena::new(usize::MAX >> 1);
    assert_eq!(arena.heap().header().limit_pages as usize, MAX_HEAP_PAGES);
}

#[test]
fn a_pointer_into_the_middle_of_a_run_frees_nothing() {
    let arena = Arena::new(LIMIT_PAGES);
    let run = arena.malloc(6 * PAGE);
    for inside in [1, 16, PAGE - 1, PAGE, 3 * PAGE + 64] {
        arena.free(run.wrapping_add(inside));
        assert_eq!(arena.usable(run.wrapping_add(inside)), 0);
    }
    assert_eq!((arena.used(), arena.usable(run)), (6, 6 * PAGE));
}

#[test]
fn a_pointer_into_the_middle_of_a_block_frees_nothing() {
    let arena = Arena::new(LIMIT_PAGES);
    let block = arena.malloc(1000);
    for inside in [1, 8, 1016, 1023] {
        arena.free(block.wrapping_add(inside));
        assert_eq!(arena.usable(block.wrapping_add(inside)), 0);
    }
    let next = arena.malloc(1000);
    assert_eq!(next as usize - block as usize, 1024);
}

#[test]
fn a_run_freed_twice_is_given_back_once() {
    let arena = Arena::new(LIMIT_PAGES);
    let (first, second) = (arena.malloc(3 * PAGE), arena.malloc(2 * PAGE));
    arena.free(first);
    arena.free(first);
    assert_eq!((arena.used(), arena.usable(second)), (2, 2 * PAGE));
}

#[test]
fn a_block_freed_twice_never_leads_out_of_the_arena() {
    let arena = Arena::new(LIMIT_PAGES);
    let block = arena.malloc(700);
    arena.free(block);
    arena.free(block);
    let start = arena.heap_start() as usize;
    for _ in 0..200 {
        let at = arena.malloc(700) as usize;
        assert!(at == 0 || (start..start + LIMIT_PAGES * PAGE).contains(&at));
    }
}

#[test]
fn a_free_list_that_was_overwritten_never_leads_out_of_the_arena() {
    let arena = Arena::new(LIMIT_PAGES);
    let block = arena.malloc(700);
    arena.free(block);
    for address in [
        1usize,
        arena.base as usize - 8,
        usize::MAX - 7,
        arena.base as usize,
    ] {
        // SAFETY: the freed block is still the arena's.
        unsafe { block.cast::<usize>().write(address) };
        assert_eq!(arena.malloc(700), block);
        assert!(arena.malloc(700).is_null());
        arena.free(block);
    }
}
