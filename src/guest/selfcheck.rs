//! The start-up check that a saved guest goes on where it was.
//!
//! Owns: one small program that is suspended, saved, overwritten and restored. When the engine is
//! not what the slot code expects, this fails before any cell has run, and the runtime refuses to start.

use super::frame::{Child, Finish, Ledger, RequestKind, World};
use super::program::wrap_program;
use super::slot::{Delivery, Slot, Verdict, Work};
use super::stop::{self, StopBlock};

const BODY: &str = "const m = new Map([['k', { n: 1 }]]); let s = 'a'; const f = () => (s += 'b', m.get('k').n++);
f(); const got = await yield_control('check'); f(); return [s, m.get('k').n, got.status, typeof Math.random()];";
const EXPECTED: &str = r#"["abb",3,"yielded","number"]"#;
const MEMORY: u64 = 16 << 20;

struct Nothing;

impl World for Nothing {
    fn query(&self, _kind: i32, _target: &str, _args: &str) -> Result<String, String> {
        Err("nothing is here".into())
    }

    fn child(&self, _node: u32, _name: &str) -> Option<Child> {
        None
    }

    fn names(&self, _node: u32) -> Vec<String> {
        Vec::new()
    }
}

/// Runs the check on the calling worker thread; `Err` says at which step it failed.
pub fn run(slot: &mut Slot) -> Result<(), String> {
    let failed = |step: &str| format!("the engine failed its start-up check: {step}");
    let block = StopBlock::current().ok_or_else(|| failed("not on a worker thread"))?;
    let (script, file) =
        wrap_program(BODY, "exec.js").map_err(|failure| failed(&failure.message))?;
    let mut ledger = Ledger::new(1, 4096);
    slot.reset(MEMORY);
    let work = Work::Start {
        source: &script,
        file: &file,
        globals: &[],
    };
    let verdict = slot.run(block, stop::next_epoch(), &Nothing, &mut ledger, work);
    if verdict != Verdict::Waiting {
        return Err(failed(&format!(
            "it did not suspend ({verdict:?}, {:?})",
            ledger.finish
        )));
    }
    let request = ledger
        .requests
        .pop()
        .filter(|request| request.kind == RequestKind::Yield);
    let request = request.ok_or_else(|| failed("it asked for nothing"))?;
    let saved = slot
        .save(usize::MAX, &mut Vec::new())
        .ok_or_else(|| failed("it could not be saved"))?;
    slot.spoil(0xA5);
    slot.load(&saved).map_err(|why| failed(&why))?;
    if slot.save(usize::MAX, &mut Vec::new()).as_ref() != Some(&saved) {
        return Err(failed("it was not restored exactly"));
    }
    let news = [Delivery::Answer {
        id: request.id,
        ok: true,
        text: "null".into(),
    }];
    let verdict = slot.run(
        block,
        stop::next_epoch(),
        &Nothing,
        &mut ledger,
        Work::Deliver(&news),
    );
    match (verdict, ledger.finish) {
        (Verdict::Finished, Some(Finish::Value(value))) if value == EXPECTED => Ok(()),
        (verdict, finish) => Err(failed(&format!(
            "it did not go on correctly ({verdict:?}, {finish:?})"
        ))),
    }
}
