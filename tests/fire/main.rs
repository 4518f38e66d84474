//! Guests killed at random moments by the thousand, two at a time, each in a slot in which other cells
//! sleep: whoever sleeps there, and whoever comes next, must notice nothing.
//!
//! `FIRE_KILLS` sets the number of kills, `FIRE_SEED` the choices. Figures are printed: how late a guest
//! is stopped after the first request, and how many results were wrong.

#[path = "../interleave/cell.rs"]
#[allow(dead_code)]
mod cell;
#[path = "../interleave/chance.rs"]
#[allow(dead_code)]
mod chance;
#[path = "../interleave/programs.rs"]
#[allow(dead_code)]
mod programs;
#[path = "../interleave/world.rs"]
mod world;

mod victims;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use code_mode::guest::arena::Region;
use code_mode::guest::stop::{self, StopBlock, next_epoch};
use code_mode::guest::{
    Difference, Finish, Ledger, Slot, Verdict, WORKER_STACK_BYTES, Work, wrap_program,
};

use cell::Cell;
use chance::Chance;
use programs::PROGRAMS;
use victims::VICTIMS;
use world::{DESK, Desk};

const SEED: u64 = 20_261_130;
const KILLS: u64 = 1_000;
/// Workers that are shot at, at the same time. They run in step, so that kills coincide.
const WORKERS: usize = 2;
/// Cells that sleep in each slot.
const SLEEPERS: usize = 6;
/// Latest moment of a first request, in microseconds.
const LATEST: usize = 2_500;

/// What must come out of a slot in which someone was killed a moment ago.
const CHECK: &str = "const m = new Map(); for (let i = 0; i < 200; i++) m.set('k' + i, { i }); const e = await tools.echo({ v: 7 }); \
    return [m.size, e.v, JSON.parse('[1,{\"a\":2}]')[1].a, [3, 1, 2].sort(), 7n ** 20n + '', 0.1 + 0.2, \
    'a-b'.split('-').length, typeof globalThis.killed].join()";
const CHECKED: &str = "\"200,7,2,1,2,3,79792266297612001,0.30000000000000004,2,undefined\"";

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[derive(Default)]
struct Tally {
    kills: u64,
    jumps: u64,
    /// Victims that were done before the first request.
    survived: u64,
    sleeps: u64,
    checks: u64,
    late: Vec<Duration>,
    wrong: Vec<String>,
}

/// What the marksman is told: who is to be stopped, and from when on.
struct Target {
    block: StopBlock,
    /// 0: nobody.
    epoch: AtomicU64,
    /// In nanoseconds since the beginning; when the request was first made, afterwards.
    at: AtomicU64,
    fired: AtomicU64,
    /// Ask softly first.
    soft: AtomicBool,
}

/// One thread asks for all stops, as the supervisor does, but without a pause.
fn marksman(targets: Arc<Vec<Target>>, began: Instant, over: Arc<AtomicBool>) {
    while !over.load(SeqCst) {
        let now = began.elapsed().as_nanos() as u64;
        for target in targets.iter() {
            let epoch = target.epoch.load(SeqCst);
            if epoch == 0 || now < target.at.load(SeqCst) {
                continue;
            }
            let _ = target.fired.compare_exchange(0, now, SeqCst, SeqCst);
            // The epoch may be over by now: then the request must hit nobody.
            if target.soft.swap(false, SeqCst) {
                target.block.soft(epoch);
            } else {
                target.block.hard(epoch);
            }
        }
        thread::sleep(Duration::from_micros(100));
    }
}

struct Sleeper {
    cell: Cell,
    saved: Difference,
}

struct Stand<'a> {
    slot: Slot,
    block: StopBlock,
    target: &'a Target,
    began: Instant,
    chance: Chance,
    sleepers: Vec<Sleeper>,
    expected: HashMap<(usize, usize), String>,
    tally: Tally,
}

impl Stand<'_> {
    fn run(&mut self, code: &str, epoch: u64) -> (Verdict, Ledger) {
        self.slot.reset(16 << 20);
        let (source, file) = wrap_program(code, "exec.js").expect("the name holds no NUL");
        let globals = [(c"desk".to_owned(), DESK)];
        let mut ledger = Ledger::new(16, 1 << 20);
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &globals,
        };
        let verdict = self.slot.run(self.block, epoch, &Desk, &mut ledger, work);
        (verdict, ledger)
    }

    fn shoot(&mut self) {
        let victim = VICTIMS[self.chance.below(VICTIMS.len())];
        let epoch = next_epoch();
        let after = self.chance.below(LATEST) as u64 * 1_000;
        self.target.fired.store(0, SeqCst);
        self.target.soft.store(self.chance.one_in(3), SeqCst);
        let at = self.began.elapsed().as_nanos() as u64 + after;
        self.target.at.store(at, SeqCst);
        self.target.epoch.store(epoch, SeqCst);
        let (verdict, _) = self.run(&format!("globalThis.killed = 1;\n{victim}"), epoch);
        let now = self.began.elapsed().as_nanos() as u64;
        self.target.epoch.store(0, SeqCst);
        let fired = self.target.fired.load(SeqCst);
        match verdict {
            Verdict::Stopped if fired == 0 => {
                self.tally
                    .wrong
                    .push(format!("stopped without a request: {victim}"));
            }
            Verdict::Stopped => {
                self.tally.kills += 1;
                self.tally
                    .late
                    .push(Duration::from_nanos(now.saturating_sub(fired)));
            }
            _ => self.tally.survived += 1,
        }
    }

    fn check(&mut self) {
        self.tally.checks += 1;
        let (mut verdict, mut ledger) = self.run(CHECK, next_epoch());
        if let [request] = ledger.requests.as_slice() {
            let (ok, text) = world::answer(7, request);
            let news = [code_mode::guest::Delivery::Answer {
                id: request.id,
                ok,
                text,
            }];
            let work = Work::Deliver(&news);
            verdict = self
                .slot
                .run(self.block, next_epoch(), &Desk, &mut ledger, work);
        }
        match ledger.finish {
            Some(Finish::Value(ref value)) if value == CHECKED => {}
            other => self
                .tally
                .wrong
                .push(format!("the cell after a kill: {verdict:?} {other:?}")),
        }
    }

    fn expected(&mut self, program: usize, me: usize) -> String {
        if let Some(known) = self.expected.get(&(program, me)) {
            return known.clone();
        }
        let mut cell = Cell::new(program, me);
        self.slot.reset(cell.definition().heap_mib << 20);
        cell.start(&mut engine(&mut self.slot, self.block));
        while cell.result().is_none() {
            cell.go_on(&mut engine(&mut self.slot, self.block), usize::MAX);
        }
        let result = cell.result().unwrap_or_default().to_owned();
        self.expected.insert((program, me), result.clone());
        result
    }

    /// Lets someone who sleeps here go a step further, or puts someone to sleep.
    fn wake(&mut self) {
        self.tally.sleeps += 1;
        let mut scratch = Vec::new();
        let cell = if self.sleepers.len() < SLEEPERS {
            let (program, me) = (self.chance.below(PROGRAMS.len()), 1 + self.chance.below(3));
            let mut cell = Cell::new(program, me);
            self.slot.reset(cell.definition().heap_mib << 20);
            cell.start(&mut engine(&mut self.slot, self.block));
            cell
        } else {
            let at = self.chance.below(self.sleepers.len());
            let Sleeper { mut cell, saved } = self.sleepers.swap_remove(at);
            if let Err(why) = self.slot.load(&saved) {
                self.tally.wrong.push(format!("could not be woken: {why}"));
                return;
            }
            cell.go_on(&mut engine(&mut self.slot, self.block), 2);
            cell
        };
        match cell.result() {
            None => {
                let saved = self.slot.save(usize::MAX, &mut scratch).expect("no limit");
                self.sleepers.push(Sleeper { cell, saved });
            }
            Some(result) => {
                let result = result.to_owned();
                let expected = self.expected(cell.program, cell.me);
                if result != expected {
                    self.tally.wrong.push(format!(
                        "{} slept beside kills.\n--- alone: {expected}\n--- here: {result}",
                        cell.definition().name
                    ));
                }
            }
        }
    }
}

fn fire(seed: u64, kills: u64) -> Tally {
    stop::install().expect("a signal is free");
    let region = Region::get().expect("address space for slots");
    let began = Instant::now();
    let blocks: Vec<StopBlock> = (0..WORKERS)
        .map(|_| stop::claim().expect("a block is free"))
        .collect();
    let targets: Arc<Vec<Target>> = Arc::new(
        blocks
            .iter()
            .map(|block| Target {
                block: *block,
                epoch: AtomicU64::new(0),
                at: AtomicU64::new(0),
                fired: AtomicU64::new(0),
                soft: AtomicBool::new(false),
            })
            .collect(),
    );
    let over = Arc::new(AtomicBool::new(false));
    let step = Arc::new(Barrier::new(WORKERS));
    let hunter = thread::spawn({
        let (targets, over) = (targets.clone(), over.clone());
        move || marksman(targets, began, over)
    });
    let workers: Vec<_> = (0..WORKERS)
        .map(|number| {
            let (targets, step) = (targets.clone(), step.clone());
            let work = move || {
                let block = targets[number].block;
                block.enter_thread();
                code_mode::guest::filter::enter_thread().expect("the kernel takes the filter");
                let before = block.stats().jumps;
                let mut stand = Stand {
                    slot: Slot::build(number, region).expect("a slot can be built"),
                    block,
                    target: &targets[number],
                    began,
                    chance: Chance::new(seed + number as u64),
                    sleepers: Vec::new(),
                    expected: HashMap::new(),
                    tally: Tally::default(),
                };
                // All do the same number of rounds: nobody waits for one who is done.
                for round in 0..kills / WORKERS as u64 {
                    step.wait();
                    stand.shoot();
                    if round % 2 == 0 {
                        stand.check();
                    } else {
                        stand.wake();
                    }
                }
                stand.tally.jumps = block.stats().jumps - before;
                stop::release(block);
                stand.tally
            };
            thread::Builder::new()
                .stack_size(WORKER_STACK_BYTES)
                .spawn(work)
                .expect("a thread starts")
        })
        .collect();
    let mut sum = Tally::default();
    for worker in workers {
        let tally = worker.join().expect("a worker does not panic");
        sum.kills += tally.kills;
        sum.jumps += tally.jumps;
        sum.survived += tally.survived;
        sum.sleeps += tally.sleeps;
        sum.checks += tally.checks;
        sum.late.extend(tally.late);
        sum.wrong.extend(tally.wrong);
    }
    over.store(true, SeqCst);
    hunter.join().expect("the marksman does not panic");
    sum
}

#[test]
fn nobody_else_notices_a_kill() {
    let seed = setting("FIRE_SEED", SEED);
    let mut tally = fire(seed, setting("FIRE_KILLS", KILLS));
    tally.late.sort();
    let late = |per_mille: usize| {
        let at = (tally.late.len() * per_mille / 1000).min(tally.late.len().saturating_sub(1));
        tally.late.get(at).copied().unwrap_or_default()
    };
    println!(
        "fire, seed {seed}: {} kills ({} by a jump), {} done before; late median {:?}, p95 {:?}, p99 {:?}, max {:?}; \
         {} cells after a kill, {} steps of {} programs asleep beside it; {} wrong",
        tally.kills,
        tally.jumps,
        tally.survived,
        late(500),
        late(950),
        late(990),
        late(1000),
        tally.checks,
        tally.sleeps,
        PROGRAMS.len(),
        tally.wrong.len(),
    );
    for wrong in tally.wrong.iter().take(5) {
        println!("{wrong}\n");
    }
    assert!(tally.wrong.is_empty(), "seed {seed}");
    assert!(tally.kills > tally.survived, "the victims are killed");
}

/// The slot as an engine that a program's cell can be driven with.
fn engine(slot: &mut Slot, block: StopBlock) -> impl FnMut(&mut Ledger, Work<'_>) -> Verdict + '_ {
    move |ledger, work| slot.run(block, next_epoch(), &Desk, ledger, work)
}
