//! The programs of `tests/interleave` in slots and on plain `malloc`.

use super::super::slot::plain::Plain;
use super::super::stop;
use super::Bench;

#[allow(dead_code)]
#[path = "../../../tests/interleave/cell.rs"]
mod cell;
#[allow(dead_code)]
#[path = "../../../tests/interleave/chance.rs"]
mod chance;
#[allow(dead_code)]
#[path = "../../../tests/interleave/programs.rs"]
mod programs;
#[path = "../../../tests/interleave/world.rs"]
mod world;

use cell::Cell;
use programs::PROGRAMS;
use world::Desk;

#[test]
fn every_program_does_the_same_in_a_slot_as_on_plain_malloc() {
    let differences = Bench::with(|mut bench| {
        let mut differences = Vec::new();
        for (program, definition) in PROGRAMS.iter().enumerate() {
            // An even and an odd number: they get their news in different orders.
            for me in [1, 2] {
                let memory = definition.heap_mib << 20;
                let (mut in_slot, mut plainly) = (Cell::new(program, me), Cell::new(program, me));
                bench.slot.reset(memory);
                in_slot.run_through(&mut |ledger, work| {
                    bench
                        .slot
                        .run(bench.block, stop::next_epoch(), &Desk, ledger, work)
                });
                let mut plain = Plain::new(memory);
                plainly.run_through(&mut |ledger, work| plain.run(&Desk, ledger, work));
                if in_slot.result() != plainly.result() {
                    let name = definition.name;
                    differences.push(format!(
                        "{name}, number {me}\n--- in a slot: {}\n--- on malloc: {}",
                        in_slot.result().unwrap_or_default(),
                        plainly.result().unwrap_or_default(),
                    ));
                }
            }
        }
        differences
    });
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n\n")
    );
}
