//! The allocator against a model of it, and against pointers that it never gave.

use std::ffi::c_void;

use proptest::prelude::prop;
use proptest::test_runner::{Config, TestRunner};

use super::super::alloc::{FUNCTIONS, Heap};
use super::super::arena::{self, MAX_HEAP_PAGES, META_PAGES, PAGE};
use super::own_index;

mod model;

use model::{Model, SPAN_PAGES, step};

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
        let mut model = Model::new(&arena);
        for step in &steps {
            model.play(step);
        }
        model.end();
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
