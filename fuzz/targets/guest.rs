//! What the targets with a guest share: one slot on a thread that may run guests, and a small world.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};

use code_mode::guest::arena::Region;
use code_mode::guest::stop::{self, StopBlock};
use code_mode::guest::{Child, ChildKind, NODE_TOOLS, Slot, WORKER_STACK_BYTES, World};

/// `tools.echo` (entry 0), `tools.fail` (entry 1), `tools.call`, `tools.search`.
pub struct Small;

impl World for Small {
    fn query(&self, kind: i32, target: &str, args: &str) -> Result<String, String> {
        match kind {
            1 => Ok("[]".into()),
            3 => Ok(r#"{"entry":0}"#.into()),
            _ => Err(format!(
                "no answer to {kind} {} {}",
                target.len(),
                args.len()
            )),
        }
    }

    fn child(&self, node: u32, name: &str) -> Option<Child> {
        if node != NODE_TOOLS {
            return None;
        }
        let (node, kind) = match name {
            "echo" => (200, ChildKind::Tool(0)),
            "fail" => (201, ChildKind::Tool(1)),
            "call" => (202, ChildKind::Builtin("tools.call".into())),
            "search" => (203, ChildKind::Builtin("tools.search".into())),
            _ => return None,
        };
        Some(Child { node, kind })
    }

    fn names(&self, node: u32) -> Vec<String> {
        if node != NODE_TOOLS {
            return Vec::new();
        }
        ["echo", "fail", "call", "search"].map(str::to_owned).into()
    }
}

type Work = Box<dyn FnOnce(&mut Slot, StopBlock) + Send>;

/// Runs `work` on the one thread with the one slot, and waits for it.
pub fn with_slot<R: Send + 'static>(
    work: impl FnOnce(&mut Slot, StopBlock) -> R + Send + 'static,
) -> R {
    static THREAD: OnceLock<Mutex<Sender<Work>>> = OnceLock::new();
    let thread = THREAD.get_or_init(|| {
        stop::install().expect("a signal is free");
        let (sender, inbox): (Sender<Work>, Receiver<Work>) = channel();
        std::thread::Builder::new()
            .stack_size(WORKER_STACK_BYTES)
            .spawn(move || {
                let block = stop::claim().expect("a block is free");
                block.enter_thread();
                let region = Region::get().expect("address space");
                let mut slot = Slot::build(0, region).expect("a slot can be built");
                for work in inbox {
                    work(&mut slot, block);
                }
            })
            .expect("a thread starts");
        Mutex::new(sender)
    });
    let (sender, answer) = channel();
    thread
        .lock()
        .expect("the thread lives")
        .send(Box::new(move |slot, block| {
            let _ = sender.send(work(slot, block));
        }))
        .expect("the thread lives");
    // A panic on the thread must end the process, so that the fuzzer keeps the input.
    answer.recv().unwrap_or_else(|_| std::process::abort())
}
