//! Many cells, few slots, several threads: cells are saved after every slice, lose their slot to
//! others, and are restored on whichever thread comes.
//!
//! The run goes in rounds. In each, the main thread gives every worker a slot and a cell that was
//! born in it; the workers work at the same time. What happens is decided by the seed, except for
//! the exact instruction at which a guest is killed.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use code_mode::guest::arena::Region;
use code_mode::guest::stop::{self, StopBlock};
use code_mode::guest::{Slot, WORKER_STACK_BYTES};

use super::cell::Cell;
use super::chance::Chance;
use super::programs::PROGRAMS;
use super::turn::{Sleeper, Tally, Task, engine, perform};

const THREADS: usize = 4;
const SLOTS: usize = 6;
/// Where unsuspended runs happen.
const REFERENCE_SLOT: usize = SLOTS;
/// Where programs are tried out first.
pub const TRIAL_SLOT: usize = SLOTS + 1;
/// Cells that are asleep at the same time, once there are that many.
const PARKED: usize = 500;
/// Different numbers per program; even and odd ones get their news in different orders.
const NUMBERS: usize = 4;
/// Programs with a larger heap come up in every third round only.
const HEAVY_MIB: u64 = 32;
/// No slice takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);

struct Worker {
    tasks: Sender<Task>,
    thread: JoinHandle<u64>,
}

fn spawn(number: usize, done: Sender<(Task, Tally)>) -> Worker {
    let (tasks, inbox) = channel::<Task>();
    let work = move || {
        let block = stop::claim().expect("the stop signal is installed and a block is free");
        block.enter_thread();
        let before = block.stats().jumps;
        for mut task in inbox {
            let tally = perform(&mut task, number, block);
            if done.send((task, tally)).is_err() {
                break;
            }
        }
        let jumps = block.stats().jumps - before;
        stop::release(block);
        jumps
    };
    let thread = thread::Builder::new()
        .stack_size(WORKER_STACK_BYTES)
        .spawn(work)
        .expect("a thread starts");
    Worker { tasks, thread }
}

/// Runs of the same programs that are never suspended, in a slot of their own.
struct Reference {
    slot: Slot,
    results: HashMap<(usize, usize), String>,
}

impl Reference {
    fn result(&mut self, program: usize, me: usize, block: StopBlock) -> &str {
        self.results.entry((program, me)).or_insert_with(|| {
            let mut cell = Cell::new(program, me);
            run_through(&mut cell, &mut self.slot, block);
            cell.result().unwrap_or_default().to_owned()
        })
    }
}

/// Runs a cell in a slot that is reset for it, without ever saving it; how often it waited.
pub fn run_through(cell: &mut Cell, slot: &mut Slot, block: StopBlock) -> usize {
    slot.reset(cell.definition().heap_mib << 20);
    cell.run_through(&mut engine(slot, block))
}

/// Runs `work` on a thread that may run guests, with slot `index`, which nobody may have built before.
pub fn on_worker<R: Send + 'static>(
    index: usize,
    work: impl FnOnce(Slot, StopBlock) -> R + Send + 'static,
) -> R {
    stop::install().expect("a signal is free");
    let body = move || {
        let block = stop::claim().expect("a block is free");
        block.enter_thread();
        let region = Region::get().expect("address space for slots");
        let result = work(
            Slot::build(index, region).expect("a slot can be built"),
            block,
        );
        stop::release(block);
        result
    };
    let thread = thread::Builder::new()
        .stack_size(WORKER_STACK_BYTES)
        .spawn(body)
        .expect("a thread starts");
    thread.join().expect("the work does not panic")
}

/// Starts `runs` cells and brings all of them to their end.
pub fn interleave(seed: u64, runs: usize) -> Tally {
    on_worker(REFERENCE_SLOT, move |slot, block| {
        let region = Region::get().expect("address space for slots");
        let slots = (0..SLOTS)
            .map(|index| Slot::build(index, region).expect("a slot can be built"))
            .collect();
        let (sender, done) = channel();
        let workers = (0..THREADS)
            .map(|number| spawn(number, sender.clone()))
            .collect();
        let stage = Stage {
            chance: Chance::new(seed),
            slots,
            parked: (0..SLOTS).map(|_| Vec::new()).collect(),
            workers,
            done,
            reference: Reference {
                slot,
                results: HashMap::new(),
            },
            tally: Tally::default(),
        };
        stage.play(runs, block)
    })
}

struct Stage {
    chance: Chance,
    /// Those that no worker has.
    slots: Vec<Slot>,
    /// Sleepers by the slot they were born in.
    parked: Vec<Vec<Sleeper>>,
    workers: Vec<Worker>,
    done: Receiver<(Task, Tally)>,
    reference: Reference,
    tally: Tally,
}

impl Stage {
    fn play(mut self, runs: usize, block: StopBlock) -> Tally {
        while self.tally.runs < runs || self.parked.iter().any(|cells| !cells.is_empty()) {
            let at_work = self.begin_round(runs);
            for _ in 0..at_work {
                let (task, tally) = self
                    .done
                    .recv_timeout(PATIENCE)
                    .expect("every worker comes back");
                self.tally.add(tally);
                self.settle(task, block);
            }
            let parked = self.parked.iter().map(Vec::len).sum();
            self.tally.most_parked = self.tally.most_parked.max(parked);
        }
        for worker in self.workers {
            drop(worker.tasks);
            self.tally.jumps += worker.thread.join().expect("a worker does not panic");
        }
        self.tally
    }

    /// Hands out work; how many workers got some.
    fn begin_round(&mut self, runs: usize) -> usize {
        self.chance.shuffle(&mut self.slots);
        let mut numbers: Vec<usize> = (0..THREADS).collect();
        self.chance.shuffle(&mut numbers);
        let (mut left, mut at_work) = (Vec::new(), 0);
        for slot in std::mem::take(&mut self.slots) {
            match numbers
                .get(at_work)
                .and_then(|_| self.cast(slot.index(), runs))
            {
                Some(sleeper) => {
                    let task = Task {
                        slot,
                        sleeper,
                        seed: self.chance.next(),
                    };
                    assert!(
                        self.workers[numbers[at_work]].tasks.send(task).is_ok(),
                        "a worker is gone"
                    );
                    at_work += 1;
                }
                None => left.push(slot),
            }
        }
        self.slots = left;
        at_work
    }

    /// Whose turn it is in that slot.
    fn cast(&mut self, index: usize, runs: usize) -> Option<Sleeper> {
        let parked: usize = self.parked.iter().map(Vec::len).sum();
        let mine = self.parked[index].len();
        if self.tally.runs < runs && (parked < PARKED || mine == 0) {
            let (round, mut program) = (
                self.tally.runs / PROGRAMS.len(),
                self.tally.runs % PROGRAMS.len(),
            );
            // Cells of many megabytes take most of the time; a few of them prove as much.
            if PROGRAMS[program].heap_mib > HEAVY_MIB && !round.is_multiple_of(3) {
                program = self.chance.below(PROGRAMS.len());
            }
            let cell = Cell::new(program, 1 + self.chance.below(NUMBERS));
            self.tally.runs += 1;
            return Some(Sleeper {
                cell,
                saved: None,
                thread: usize::MAX,
            });
        }
        (mine > 0).then(|| self.parked[index].swap_remove(self.chance.below(mine)))
    }

    /// Parks a cell again, or compares what it did with what it should have done.
    fn settle(&mut self, task: Task, block: StopBlock) {
        let Task { slot, sleeper, .. } = task;
        match sleeper.cell.result() {
            None => self.parked[slot.index()].push(sleeper),
            Some(result) => {
                let Cell { program, me, .. } = sleeper.cell;
                let expected = self.reference.result(program, me, block);
                if result != expected {
                    self.tally.differences.push(format!(
                        "{} (number {me}, slot {}) differs.\n--- unsuspended: {expected}\n--- interleaved: {result}",
                        PROGRAMS[program].name,
                        slot.index(),
                    ));
                }
            }
        }
        self.slots.push(slot);
    }
}
