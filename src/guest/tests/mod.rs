//! Slots as their owners see them: what is saved, what is left, what cannot be reached.
//!
//! A slot can be built once per process. The pool counts from 0; these tests count from the top.

mod alloc;
#[cfg(unix)]
mod arena;
mod image;
mod malloc;
mod scope;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::arena::Region;
use super::frame::{Child, Finish, Ledger, World};
use super::program::wrap_program;
use super::slot::{Delivery, Slot, Verdict, Work};
use super::stop::{self, StopBlock};

const MEMORY: u64 = 32 << 20;

/// An index that no other test of this process has.
fn own_index() -> usize {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let slots = Region::get().expect("address space for slots").slots;
    slots - 1 - TAKEN.fetch_add(1, Ordering::Relaxed)
}

/// A world without anything in it, which remembers that it was asked for something.
#[derive(Clone, Default)]
struct Void(Arc<AtomicBool>);

impl World for Void {
    fn query(&self, _kind: i32, _target: &str, _args: &str) -> Result<String, String> {
        self.0.store(true, Ordering::Release);
        Ok("[]".into())
    }

    fn child(&self, _node: u32, _name: &str) -> Option<Child> {
        None
    }

    fn names(&self, _node: u32) -> Vec<String> {
        Vec::new()
    }
}

/// A slot with the thread's stop block and the books of its present cell.
struct Bench {
    slot: Slot,
    block: StopBlock,
    ledger: Ledger,
    world: Void,
}

impl Bench {
    /// Runs `work` on a thread that may run guests, with a slot of its own.
    fn with<R: Send + 'static>(work: impl FnOnce(Bench) -> R + Send + 'static) -> R {
        stop::install().expect("a signal is free");
        let body = || {
            let block = stop::claim().expect("a block is free");
            block.enter_thread();
            let region = Region::get().expect("address space for slots");
            let slot = Slot::build(own_index(), region).expect("a slot can be built");
            let result = work(Bench {
                slot,
                block,
                ledger: Ledger::default(),
                world: Void::default(),
            });
            stop::release(block);
            result
        };
        let thread = thread::Builder::new()
            .stack_size(super::WORKER_STACK_BYTES)
            .spawn(body);
        thread
            .expect("a thread starts")
            .join()
            .expect("the work does not panic")
    }

    /// Begins a cell in the fresh slot, as slice `epoch`.
    fn start_as(&mut self, epoch: u64, body: &str) -> Verdict {
        let (source, file) = wrap_program(body, "exec.js").expect("the name holds no NUL");
        self.ledger = Ledger::new(16, 1 << 20);
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &[],
        };
        self.slot
            .run(self.block, epoch, &self.world, &mut self.ledger, work)
    }

    fn start(&mut self, body: &str) -> Verdict {
        self.slot.reset(MEMORY);
        self.start_as(stop::next_epoch(), body)
    }

    /// Answers the yield with that number.
    fn resume(&mut self, id: u32) -> Verdict {
        let news = [Delivery::Answer {
            id,
            ok: true,
            text: "null".into(),
        }];
        let work = Work::Deliver(&news);
        self.slot.run(
            self.block,
            stop::next_epoch(),
            &self.world,
            &mut self.ledger,
            work,
        )
    }

    /// The JSON text of the value that the cell ended with.
    fn value(&mut self) -> String {
        match self.ledger.finish.take() {
            Some(Finish::Value(value)) => value,
            other => panic!("the cell did not end with a value but with {other:?}"),
        }
    }
}
