//! Many cells, few slots, several threads: cells are saved after every slice, lose their slot to
//! others, and are restored on whichever thread comes.
//!
//! The run goes in rounds. In each, the main thread gives every worker a slot and a cell that was
//! born in it; the workers work at the same time. What happens is decided by the seed, except for
//! the exact instruction at which a guest is killed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use code_mode::guest::arena::Region;
use code_mode::guest::stop::{self, StopBlock, next_epoch};
use code_mode::guest::{Difference, Ledger, Slot, Verdict, WORKER_STACK_BYTES, Work, wrap_program};

use super::cell::Cell;
use super::chance::Chance;
use super::programs::PROGRAMS;
use super::world::{DESK, Desk};

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
/// No slice takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// Guests that must be killed, mostly in the middle of changing something.
const HOGS: [&str; 10] = [
    "for (;;) { const m = new Map(); for (let i = 0; i < 500; i++) m.set({ i }, 'x' + i); }",
    "const kept = []; for (;;) kept[kept.length % 3000] = { a: [kept.length], s: 'garbage' + kept.length };",
    "let s = ''; for (;;) s = (s + Math.random()).slice(-5000);",
    "for (;;) JSON.parse(JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ i, t: [i] }))));",
    "for (;;) Array.from({ length: 2000 }, (_, i) => (i * 7919) % 2003).sort((a, b) => a - b);",
    "String(11n ** 200000n); for (;;);",
    "/^(\\w+\\s?)*$/.test('many words that end badly '.repeat(3) + '!'); for (;;);",
    "for (let i = 0; ; i++) { try { eval('var v' + (i % 500) + ' = () => ' + i); } catch {} }",
    "const spin = () => Promise.resolve().then(spin); spin(); await tools.echo({}); for (;;);",
    "for (let b = new ArrayBuffer(8, { maxByteLength: 1 << 20 }), n = 8; ; n = (n * 3) % 1000003) b.resize(n);",
];

/// What a run came to.
#[derive(Default)]
pub struct Tally {
    pub runs: usize,
    pub most_parked: usize,
    pub snapshots: usize,
    pub snapshot_bytes: usize,
    pub restores: usize,
    pub across_threads: usize,
    /// Restored guests that were saved again at once, to the same bytes.
    pub exact: usize,
    pub spoiled: usize,
    pub kills: usize,
    /// Kills by a jump out of the guest.
    pub jumps: u64,
    /// What went wrong, as text for people.
    pub differences: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.snapshots += other.snapshots;
        self.snapshot_bytes += other.snapshot_bytes;
        self.restores += other.restores;
        self.across_threads += other.across_threads;
        self.exact += other.exact;
        self.spoiled += other.spoiled;
        self.kills += other.kills;
        self.differences.extend(other.differences);
    }
}

/// A cell between two slices; without saved state it has not begun.
struct Sleeper {
    cell: Cell,
    saved: Option<Difference>,
    /// The thread that it ran on last.
    thread: usize,
}

struct Task {
    slot: Slot,
    sleeper: Sleeper,
    seed: u64,
}

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

/// Runs a slice and stops it hard at some moment, or soon afterwards if it ends by itself.
fn killed(slot: &mut Slot, block: StopBlock, after: Duration, work: Work<'_>) -> bool {
    let epoch = next_epoch();
    let over = Arc::new(AtomicBool::new(false));
    let killer = thread::spawn({
        let over = over.clone();
        move || {
            thread::sleep(after);
            while !over.load(Ordering::Acquire) {
                block.hard(epoch);
                thread::sleep(Duration::from_micros(300));
            }
        }
    });
    let mut ledger = Ledger::new(16, 1 << 20);
    let verdict = slot.run(block, epoch, &Desk, &mut ledger, work);
    over.store(true, Ordering::Release);
    killer.join().expect("the killer does not panic");
    verdict == Verdict::Stopped
}

/// Does to the slot what other tenants and accidents do.
fn disturb(slot: &mut Slot, block: StopBlock, chance: &mut Chance, tally: &mut Tally) {
    let dice = chance.below(12);
    if dice < 2 {
        let hog = HOGS[chance.below(HOGS.len())];
        slot.reset(8 << 20);
        let (source, file) = wrap_program(hog, "hog.js").expect("the name holds no NUL");
        let globals = [(c"desk".to_owned(), DESK)];
        let after = Duration::from_micros(chance.below(2500) as u64);
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &globals,
        };
        tally.kills += usize::from(killed(slot, block, after, work));
    }
    if dice.is_multiple_of(4) {
        slot.spoil(chance.next() as u8);
        tally.spoiled += 1;
    }
}

/// Slices in this slot, on this thread, without a deadline.
fn engine(slot: &mut Slot, block: StopBlock) -> impl FnMut(&mut Ledger, Work<'_>) -> Verdict + '_ {
    move |ledger, work| slot.run(block, next_epoch(), &Desk, ledger, work)
}

/// One turn of a cell: it gets its slot, runs a slice or a few, and is saved.
fn perform(task: &mut Task, thread: usize, block: StopBlock) -> Tally {
    let Task {
        slot,
        sleeper,
        seed,
    } = task;
    let mut chance = Chance::new(*seed);
    let mut tally = Tally::default();
    let name = sleeper.cell.definition().name;
    disturb(slot, block, &mut chance, &mut tally);
    match &sleeper.saved {
        None => {
            slot.reset(sleeper.cell.definition().heap_mib << 20);
            sleeper.cell.start(&mut engine(slot, block));
        }
        Some(saved) => {
            let load = |slot: &mut Slot, tally: &mut Tally| {
                tally.restores += 1;
                if let Err(why) = slot.load(saved) {
                    tally
                        .differences
                        .push(format!("{name} could not be restored: {why}"));
                }
            };
            load(slot, &mut tally);
            tally.across_threads += usize::from(sleeper.thread != thread);
            if chance.one_in(4) {
                tally.exact += 1;
                if slot.save(usize::MAX, &mut Vec::new()).as_ref() != Some(saved) {
                    tally
                        .differences
                        .push(format!("{name} was not restored to the same bytes"));
                }
            }
            if chance.one_in(6) {
                // A start that is killed, or comes to its end, and must not count.
                let news = sleeper.cell.preview();
                let after = Duration::from_micros(chance.below(400) as u64);
                tally.kills += usize::from(killed(slot, block, after, Work::Deliver(&news)));
                load(slot, &mut tally);
            }
            sleeper
                .cell
                .go_on(&mut engine(slot, block), 1 + chance.below(4));
        }
    }
    let mut scratch = Vec::new();
    while sleeper.cell.result().is_none() {
        sleeper.saved = slot.save(usize::MAX, &mut scratch);
        tally.snapshots += 1;
        tally.snapshot_bytes += sleeper.saved.as_ref().map_or(0, Difference::bytes);
        // Some cells go on in the slot, as they do while nobody else needs it.
        if !chance.one_in(4) {
            break;
        }
        sleeper
            .cell
            .go_on(&mut engine(slot, block), 1 + chance.below(4));
    }
    sleeper.thread = thread;
    tally
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
            let cell = Cell::new(
                self.tally.runs % PROGRAMS.len(),
                1 + self.chance.below(NUMBERS),
            );
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
