//! Whole cells from a grammar: once run through, once saved, spoiled, killed in between and restored at every
//! wait. Both must do the same.
#![no_main]

#[path = "guest.rs"]
mod guest;

mod grammar;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use code_mode::guest::stop::{StopBlock, next_epoch};
use code_mode::guest::{Delivery, Ledger, RequestKind, Slot, Verdict, Work, wrap_program};
use libfuzzer_sys::fuzz_target;

use guest::{Small, with_slot};

const HEAP: u64 = 16 << 20;
const MAX_TURNS: usize = 40;

/// What is done to a guest while it waits.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Treatment {
    Left,
    Moved,
}

/// Stops a slice after a moment: by the clock of nobody, so that no cell runs for ever.
struct Limit(Arc<AtomicBool>);

impl Limit {
    fn set(block: StopBlock, epoch: u64, after: Duration) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let seen = over.clone();
        std::thread::spawn(move || {
            let mut left = after;
            while !seen.load(SeqCst) {
                std::thread::sleep(
                    Duration::from_micros(500).min(left.max(Duration::from_micros(100))),
                );
                left = left.saturating_sub(Duration::from_micros(500));
                if left.is_zero() && !seen.load(SeqCst) {
                    block.hard(epoch);
                }
            }
        });
        Limit(over)
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// All that a cell did, or `None` when it had to be stopped or starved: then there is nothing to compare.
fn life(
    slot: &mut Slot,
    block: StopBlock,
    code: &str,
    choices: &[u8],
    treatment: Treatment,
) -> Option<String> {
    slot.reset(HEAP);
    let (source, file) = wrap_program(code, "exec.js").ok()?;
    let mut ledger = Ledger::new(16, 64 << 10);
    let mut did = String::new();
    let mut timers: Vec<(u64, u32)> = Vec::new();
    let mut pending = Vec::new();
    let mut clock = 0;
    let mut scratch = Vec::new();
    let mut choice = choices.iter().copied().cycle();
    let mut news: Vec<Delivery> = Vec::new();
    for turn in 0..MAX_TURNS {
        let epoch = next_epoch();
        let work = if turn == 0 {
            Work::Start {
                source: &source,
                file: &file,
                globals: &[],
            }
        } else {
            Work::Deliver(&news)
        };
        let limit = Limit::set(block, epoch, Duration::from_millis(400));
        let verdict = slot.run(block, epoch, &Small, &mut ledger, work);
        drop(limit);
        for request in ledger.requests.drain(..) {
            did += &format!(
                "{:?} {} {:?}\n",
                request.kind, request.target, request.payload
            );
            pending.push(request);
        }
        for (id, delay) in ledger.timers_set.drain(..) {
            timers.push((clock + delay as u64, id));
        }
        for id in ledger.timers_cleared.drain(..) {
            timers.retain(|timer| timer.1 != id);
        }
        match verdict {
            Verdict::Waiting => {}
            Verdict::Finished => {
                let mut output = String::new();
                ledger.output.write_json(0, &mut output);
                return Some(format!("{did}{output}{:?}", ledger.finish));
            }
            Verdict::Broken(what) => return Some(format!("{did}{what}")),
            Verdict::Stopped | Verdict::OutOfMemory => return None,
        }
        news = if !pending.is_empty() {
            let request = pending.remove(0);
            ledger.in_flight = ledger
                .in_flight
                .saturating_sub(u32::from(request.kind != RequestKind::Yield));
            let ok = request.target != "1";
            let text = match (&request.payload, ok) {
                (_, false) => r#"{"message":"refused","code":"E"}"#.to_owned(),
                (Some(payload), true) => format!(r#"{{"result":{payload}}}"#),
                (None, true) => "null".to_owned(),
            };
            vec![Delivery::Answer {
                id: request.id,
                ok,
                text,
            }]
        } else if let Some(next) = (0..timers.len()).min_by_key(|k| timers[*k]) {
            let (due, id) = timers.swap_remove(next);
            clock = due.max(clock);
            ledger.timers = ledger.timers.saturating_sub(1);
            vec![Delivery::Timer(id)]
        } else {
            return Some(format!("{did}nothing to wait for"));
        };
        if treatment == Treatment::Moved {
            let saved = slot.save(usize::MAX, &mut scratch)?;
            let byte = choice.next().unwrap_or(0);
            if byte & 1 != 0 {
                slot.spoil(byte);
            }
            if byte & 2 != 0 {
                // Somebody else lives here for a while, and is killed.
                slot.reset(HEAP);
                let (source, file) =
                    wrap_program("for (let a = [];;) a.push({ a })", "other.js").ok()?;
                let epoch = next_epoch();
                let limit = Limit::set(
                    block,
                    epoch,
                    Duration::from_micros(100 + 20 * u64::from(byte)),
                );
                let work = Work::Start {
                    source: &source,
                    file: &file,
                    globals: &[],
                };
                slot.run(block, epoch, &Small, &mut Ledger::new(1, 1024), work);
                drop(limit);
            }
            slot.load(&saved).expect("there is memory");
            if byte & 4 != 0 {
                assert!(
                    slot.save(usize::MAX, &mut scratch).as_ref() == Some(&saved),
                    "the same bytes"
                );
            }
        }
    }
    Some(did)
}

fuzz_target!(|data: &[u8]| {
    let code = grammar::cell(data);
    let choices = data
        .iter()
        .rev()
        .copied()
        .take(16)
        .chain([7])
        .collect::<Vec<u8>>();
    let (plain, moved) = with_slot({
        let code = code.clone();
        move |slot, block| {
            let plain = life(slot, block, &code, &choices, Treatment::Left);
            let moved = plain
                .is_some()
                .then(|| life(slot, block, &code, &choices, Treatment::Moved))
                .flatten();
            (plain, moved)
        }
    });
    if let (Some(plain), Some(moved)) = (plain, moved) {
        assert_eq!(plain, moved, "{code}");
    }
});
