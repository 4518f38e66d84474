//! From engine threads to the event loop of one JavaScript environment.
//!
//! Messages are left in a list; a weak threadsafe function is rung when the list was empty, and
//! JavaScript then takes everything in one go. Weak, so that an idle environment can end.
//!
//! The function and the list are under one mutex: after `Door::shut` nothing rings any more,
//! and no message is kept for an environment that is gone. Any thread may post; `drain` and `shut`
//! belong to the environment's thread.

use std::sync::{Arc, Weak};

use napi::bindgen_prelude::{Either, Function};
use napi::threadsafe_function::{
    ThreadsafeFunction, ThreadsafeFunctionCallMode, UnknownReturnValue,
};
use napi::{Env, Result, Status};
use napi_derive::napi;
use parking_lot::Mutex;

use super::runtime::{NativeRuntime, options};
use super::{CodedError, thrown};
use crate::run::{Host, HostEvent, Runtime};

/// Carries no data: what there is to say is in the list.
type Bell = ThreadsafeFunction<(), UnknownReturnValue, (), Status, false, true>;

/// A part of a message, as JavaScript gets it.
type Part = Either<f64, String>;

// The kinds of messages, as `js/bridge.ts` reads them.
const SETTLED: f64 = 0.0;
const CALL: f64 = 1.0;
const ENDED: f64 = 2.0;
const LIFECYCLE: f64 = 3.0;
const CLOSED: f64 = 4.0;

/// Parts of the longest message.
const MAX_PARTS: usize = 7;

/// What engine threads may touch of an environment.
pub(super) struct Door {
    state: Mutex<State>,
}

struct State {
    /// `None` once the environment is going away.
    bell: Option<Bell>,
    /// Whether the bell was rung and the list not taken since.
    rung: bool,
    /// With the number that JavaScript gave the runtime.
    events: Vec<(u32, HostEvent)>,
    runtimes: Vec<Weak<Runtime>>,
}

impl Door {
    fn new(bell: Bell) -> Self {
        Self {
            state: Mutex::new(State {
                bell: Some(bell),
                rung: false,
                events: Vec::new(),
                runtimes: Vec::new(),
            }),
        }
    }

    fn post(&self, runtime: u32, event: HostEvent) {
        let mut state = self.state.lock();
        let State {
            bell: Some(bell),
            rung,
            events,
            ..
        } = &mut *state
        else {
            return;
        };
        events.push((runtime, event));
        if *rung {
            return;
        }
        *rung = true;
        // A dispatcher that cannot run any more must not become a fatal error of the process.
        let status =
            bell.call_with_return_value((), ThreadsafeFunctionCallMode::NonBlocking, |_, _| Ok(()));
        if status != Status::Ok {
            state.bell = None;
            state.events = Vec::new();
        }
    }

    fn take(&self) -> Vec<(u32, HostEvent)> {
        let mut state = self.state.lock();
        state.rung = false;
        std::mem::take(&mut state.events)
    }

    /// The environment is going away: its cells are dropped, and nobody waits for that.
    fn shut(&self) {
        let (bell, events, runtimes) = {
            let mut state = self.state.lock();
            (
                state.bell.take(),
                std::mem::take(&mut state.events),
                std::mem::take(&mut state.runtimes),
            )
        };
        for runtime in runtimes.iter().filter_map(Weak::upgrade) {
            runtime.close();
        }
        drop((bell, events));
    }
}

/// The host side of one runtime.
struct RuntimeHost {
    door: Arc<Door>,
    runtime: u32,
}

impl Host for RuntimeHost {
    fn post(&self, event: HostEvent) {
        self.door.post(self.runtime, event);
    }
}

/// One JavaScript environment: a process has one for itself and one for each worker thread.
#[napi]
pub struct NativeHost {
    door: Arc<Door>,
}

#[napi]
impl NativeHost {
    /// `ring` is called, without arguments, when `drain` has something to give.
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, ring: Function<'_, (), UnknownReturnValue>) -> Result<Self> {
        let bell = ring
            .build_threadsafe_function::<()>()
            .callee_handled::<false>()
            .weak::<true>()
            .build()?;
        let door = Arc::new(Door::new(bell));
        // Hooks run last in, first out: registered after the function was made, this one runs
        // while the function is still there.
        env.add_env_cleanup_hook(Arc::downgrade(&door), |door| {
            if let Some(door) = door.upgrade() {
                door.shut();
            }
        })?;
        Ok(Self { door })
    }

    /// Makes a runtime. `id` comes back in its messages, `settings` is the JSON text of its options.
    #[napi(catch_unwind)]
    pub fn create_runtime(
        &self,
        id: u32,
        settings: String,
    ) -> std::result::Result<NativeRuntime, CodedError> {
        let host = RuntimeHost {
            door: self.door.clone(),
            runtime: id,
        };
        let runtime = Runtime::new(options(&settings).map_err(thrown)?, Arc::new(host));
        let runtimes = &mut self.door.state.lock().runtimes;
        runtimes.retain(|runtime| runtime.strong_count() > 0);
        runtimes.push(Arc::downgrade(&runtime));
        Ok(NativeRuntime { runtime })
    }

    /// Everything that was said since the last time, as one flat list: the kind of a message, an
    /// id, and what else a message of that kind has.
    #[napi(catch_unwind, ts_return_type = "(number | string)[]")]
    pub fn drain(&self) -> Vec<Part> {
        let events = self.door.take();
        let mut parts = Vec::with_capacity(events.len() * MAX_PARTS);
        let number = |number: u64| Either::A(number as f64);
        for (runtime, event) in events {
            match event {
                HostEvent::Settled { ticket, result } => {
                    parts.extend([Either::A(SETTLED), number(ticket), Either::B(result)]);
                }
                HostEvent::Call(call) => {
                    let namespace = call
                        .namespace
                        .map_or_else(String::new, |target| serde_json::json!(target).to_string());
                    parts.extend([
                        Either::A(CALL),
                        number(call.cell),
                        number(call.call),
                        number(call.origin.into()),
                        Either::B(call.tool_call_id),
                        Either::B(call.input),
                        Either::B(namespace),
                    ]);
                }
                HostEvent::Ended { cell } => parts.extend([Either::A(ENDED), number(cell)]),
                HostEvent::Lifecycle { json } => {
                    parts.extend([
                        Either::A(LIFECYCLE),
                        number(runtime.into()),
                        Either::B(json),
                    ]);
                }
                HostEvent::Closed => parts.extend([Either::A(CLOSED), number(runtime.into())]),
            }
        }
        parts
    }
}
