//! The engine, the prelude and the slices of a slot, on plain `malloc`: what slots are compared with.
//!
//! A child of `slot`, because it drives the same private functions. Everything that makes a slot a
//! slot (arena, allocator, image) is left out.

use super::*;

/// A guest whose memory is the C library's.
pub struct Plain {
    runtime: *mut qjs::JSRuntime,
    context: *mut qjs::JSContext,
    entries: Entries,
}

impl Plain {
    pub fn new(memory_limit: u64) -> Plain {
        // SAFETY: the engine is created, used and destroyed on this thread.
        unsafe {
            let runtime = qjs::JS_NewRuntime();
            qjs::JS_SetMaxStackSize(runtime, GUEST_STACK_BYTES as qjs::size_t);
            let context = qjs::JS_NewContext(runtime);
            let class = host::register_scope_class(runtime).expect("a class can be registered");
            SCOPE_CLASS.store(class, Relaxed);
            let entries = install_prelude(context).expect("the prelude runs");
            for (name, node) in GLOBALS {
                define_global(context, name, host::scope_object(context, node));
            }
            qjs::JS_SetHostPromiseRejectionTracker(
                runtime,
                Some(on_rejection),
                std::ptr::null_mut(),
            );
            qjs::JS_SetMemoryLimit(runtime, memory_limit as qjs::size_t);
            Plain {
                runtime,
                context,
                entries,
            }
        }
    }

    /// As [`Slot::run`], without anyone who could stop the slice.
    pub fn run(&mut self, world: &dyn World, ledger: &mut Ledger, work: Work<'_>) -> Verdict {
        let mut frame = Frame {
            world,
            ledger,
            heap: None,
        };
        let mut slice = Slice {
            runtime: self.runtime,
            context: self.context,
            entries: self.entries,
            work: &raw const work,
            end: End::Stopped,
            wanted: false,
        };
        // SAFETY: as in `Slot::run`.
        unsafe {
            frame::enter(&raw mut frame);
            ENTRIES.set(Some(self.entries));
            slice_main((&raw mut slice).cast());
            ENTRIES.set(None);
            frame::leave();
        }
        match slice.end {
            End::Waiting => Verdict::Waiting,
            End::Finished => Verdict::Finished,
            End::Stopped => Verdict::Stopped,
            End::Exception => Verdict::OutOfMemory,
        }
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        let Entries {
            start,
            deliver,
            fire,
            rejection,
            uncaught,
            idle,
            materialize,
        } = self.entries;
        // SAFETY: nothing of this guest is used afterwards.
        unsafe {
            for entry in [start, deliver, fire, rejection, uncaught, idle, materialize] {
                qjs::JS_FreeValue(self.context, entry);
            }
            qjs::JS_FreeContext(self.context);
            qjs::JS_FreeRuntime(self.runtime);
        }
    }
}
