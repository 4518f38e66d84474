//! What a worker does with a slot and a cell: disturbs the slot, restores the cell, gives it a slice, saves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use code_mode::guest::stop::{StopBlock, next_epoch};
use code_mode::guest::{Difference, Ledger, Slot, Verdict, Work, wrap_program};

use super::cell::Cell;
use super::chance::Chance;
use super::world::{DESK, Desk};

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
    pub fn add(&mut self, other: Tally) {
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
pub struct Sleeper {
    pub cell: Cell,
    pub saved: Option<Difference>,
    /// The thread that it ran on last.
    pub thread: usize,
}

pub struct Task {
    pub slot: Slot,
    pub sleeper: Sleeper,
    pub seed: u64,
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
        // Zeros look most like something that can be believed: as content, or in the header (0xff).
        slot.spoil([0, 0xff, chance.next() as u8][chance.below(3)]);
        tally.spoiled += 1;
    }
}

/// Slices in this slot, on this thread, without a deadline.
pub fn engine(
    slot: &mut Slot,
    block: StopBlock,
) -> impl FnMut(&mut Ledger, Work<'_>) -> Verdict + '_ {
    move |ledger, work| slot.run(block, next_epoch(), &Desk, ledger, work)
}

/// One turn of a cell: it gets its slot, runs a slice or a few, and is saved.
pub fn perform(task: &mut Task, thread: usize, block: StopBlock) -> Tally {
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
