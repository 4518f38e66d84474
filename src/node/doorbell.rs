//! From engine threads to the event loop of one JavaScript environment.
//!
//! Messages are left in a list; a weak threadsafe function is rung when the list was empty, and
//! JavaScript then takes everything in one go. Weak, so that an idle environment can end.
//!
//! An answer that takes microseconds is not worth a bell: waking a thread takes longer. So JavaScript may listen for
//! a moment after it has given an engine thread something to do ([`NativeHost::listen`]); what is posted meanwhile
//! rings nothing.
//!
//! The function and the list are under one mutex: after `Door::shut` nothing rings any more,
//! and no message is kept for an environment that is gone. Any thread may post; `drain` and `shut`
//! belong to the environment's thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

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
    /// Something was posted to an environment that listens.
    spoken: AtomicBool,
}

struct State {
    /// `None` once the environment is going away.
    bell: Option<Bell>,
    /// Whether the bell was rung and the list not taken since.
    rung: bool,
    /// The environment's thread looks at `spoken` again and again.
    listening: bool,
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
                listening: false,
                events: Vec::new(),
                runtimes: Vec::new(),
            }),
            spoken: AtomicBool::new(false),
        }
    }

    fn post(&self, runtime: u32, news: impl IntoIterator<Item = HostEvent>) {
        let mut state = self.state.lock();
        let State {
            bell: Some(bell),
            rung,
            listening,
            events,
            ..
        } = &mut *state
        else {
            return;
        };
        events.extend(news.into_iter().map(|event| (runtime, event)));
        if *listening {
            self.spoken.store(true, Ordering::Release);
            return;
        }
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

    /// What is posted within `patience`, as soon as there is something. The environment's thread does nothing else
    /// meanwhile.
    fn listen(&self, patience: Duration) -> Vec<(u32, HostEvent)> {
        {
            let mut state = self.state.lock();
            if !state.events.is_empty() {
                return std::mem::take(&mut state.events);
            }
            state.listening = true;
        }
        let until = Instant::now() + patience;
        while !self.spoken.load(Ordering::Acquire) && Instant::now() < until {
            std::hint::spin_loop();
        }
        let mut state = self.state.lock();
        state.listening = false;
        // Under the lock: nobody sets it any more.
        self.spoken.store(false, Ordering::Relaxed);
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
        self.door.post(self.runtime, [event]);
    }

    fn post_all(&self, events: Vec<HostEvent>) {
        self.door.post(self.runtime, events);
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
        parts(self.door.take())
    }

    /// What is said within so many microseconds (at most 1,000), as `drain` gives it; empty when nothing was, or when
    /// the machine has one processor, which the engine needs now. Blocks this thread, so it is for the moment
    /// after an engine thread was given something that takes less than this.
    #[napi(catch_unwind, ts_return_type = "(number | string)[]")]
    pub fn listen(&self, microseconds: u32) -> Vec<Part> {
        if !crate::sync::thread::has_company() {
            return Vec::new();
        }
        let patience = Duration::from_micros(microseconds.min(1000).into());
        parts(self.door.listen(patience))
    }
}

fn parts(events: Vec<(u32, HostEvent)>) -> Vec<Part> {
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
