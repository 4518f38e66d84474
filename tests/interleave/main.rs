//! Cells that are saved, displaced, overwritten, restored on other threads and killed in between
//! must do exactly what cells do that run through.
//!
//! `INTERLEAVE_RUNS` sets the number of cells, `INTERLEAVE_SEED` the choices.

mod cell;
mod chance;
mod harness;
mod programs;
mod turn;
mod world;

use cell::Cell;
use programs::{Ends, PROGRAMS};

const SEED: u64 = 20_260_117;
const RUNS: usize = 600;
/// Differences that are printed in full.
const SHOWN: usize = 5;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} must be a number, not {text:?}")),
        Err(_) => default,
    }
}

#[test]
fn interleaved_cells_do_what_unsuspended_cells_do() {
    programs_do_what_they_are_for();
    let seed = setting("INTERLEAVE_SEED", SEED);
    let tally = harness::interleave(seed, setting("INTERLEAVE_RUNS", RUNS as u64) as usize);
    println!(
        "interleaving, seed {seed}: {} runs of {} programs, at most {} parked, {} snapshots (mean {} bytes), \
         {} restores ({} across threads, {} compared byte by byte), {} slots spoiled, {} kills ({} by a jump), {} differences",
        tally.runs,
        PROGRAMS.len(),
        tally.most_parked,
        tally.snapshots,
        tally.snapshot_bytes / tally.snapshots.max(1),
        tally.restores,
        tally.across_threads,
        tally.exact,
        tally.spoiled,
        tally.kills,
        tally.jumps,
        tally.differences.len(),
    );
    for difference in tally.differences.iter().take(SHOWN) {
        println!("{difference}\n");
    }
    assert!(
        tally.differences.is_empty(),
        "{} differences; seed {seed}",
        tally.differences.len()
    );
}

/// A program that fails before it sleeps proves nothing.
fn programs_do_what_they_are_for() {
    let failures = harness::on_worker(harness::TRIAL_SLOT, |mut slot, block| {
        let mut failures = Vec::new();
        for (program, definition) in PROGRAMS.iter().enumerate() {
            let mut cell = Cell::new(program, 1);
            let waits = harness::run_through(&mut cell, &mut slot, block);
            let ends = if cell.completed() {
                Ends::Well
            } else {
                Ends::Badly
            };
            if waits == 0 || ends != definition.ends {
                let result = cell.result().unwrap_or_default();
                failures.push(format!(
                    "{} waited {waits} times and ended {ends:?}: {result}",
                    definition.name
                ));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
