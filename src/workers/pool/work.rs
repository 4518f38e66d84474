//! Worker threads: starting them, their life, and one job from its start to its end.

use std::sync::OnceLock;

use super::*;
use crate::sync::atomic::AtomicU64;
use crate::sync::thread::{Builder, has_company, park, spin_loop};

/// How long a thread without work stays awake for more, when the last time there was some within that
/// time: waking a thread on a processor that sleeps costs as much as a small cell.
const STAY_AWAKE: Duration = Duration::from_micros(120);

/// How an idle thread is called.
#[derive(Default)]
pub(super) struct Call {
    /// Nanoseconds since `origin` at which it was called; 0 while it was not.
    at: AtomicU64,
}

fn origin() -> Instant {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    *ORIGIN.get_or_init(Instant::now)
}

impl Call {
    /// The thread waits to be called. Under the scheduler's lock.
    fn wait(&self) {
        self.at.store(0, SeqCst);
    }

    /// Calls the thread; whoever does so unparks it afterwards.
    pub(super) fn ring(&self) {
        self.at
            .store(origin().elapsed().as_nanos() as u64 | 1, SeqCst);
    }

    fn came(&self) -> bool {
        self.at.load(SeqCst) != 0
    }

    /// How long after `began` the call came. (Not how long the thread then took to wake up: that is no
    /// reason to sleep the next time.)
    fn after(&self, began: Instant) -> Duration {
        let at = Duration::from_nanos(self.at.load(SeqCst));
        at.saturating_sub(began.saturating_duration_since(origin()))
    }
}

/// Whether it is worth staying awake.
#[derive(Default)]
pub(super) struct Expectation {
    /// The last call came within [`STAY_AWAKE`].
    soon: bool,
    /// Since the last idle time there was more to do than one thing after the other. A host that keeps
    /// several cells going needs the processor more than its idle threads do.
    crowded: bool,
}

impl Expectation {
    fn stay(&self) -> Duration {
        // With a single processor, staying awake keeps everyone else from it.
        if self.soon && !self.crowded && has_company() {
            STAY_AWAKE
        } else {
            Duration::ZERO
        }
    }

    fn learn(&mut self, gap: Duration) {
        self.soon = gap < STAY_AWAKE;
        self.crowded = false;
    }
}

/// How long jobs take of late.
#[derive(Default)]
pub(super) struct Pace {
    typical: Duration,
}

impl Pace {
    /// Jobs that take less than a thread needs to wake up.
    const SHORT: Duration = Duration::from_micros(60);
    /// So many short jobs are better done one after the other than by a thread more, which would take the
    /// processor from the host's own. One that takes long all the same is noticed after `LONG_ACTIVITY`.
    const IN_A_ROW: usize = 16;

    /// A single long job says little: the system may have taken the processor from the thread.
    const LONGEST: Duration = Duration::from_micros(400);

    fn learn(&mut self, took: Duration) {
        self.typical = (self.typical * 15 + took.min(Self::LONGEST)) / 16;
    }

    /// How many of the jobs that wait can be left to threads that are at work.
    pub(super) fn in_hand(&self, active: usize) -> usize {
        if self.typical < Self::SHORT && self.typical > Duration::ZERO {
            active * Self::IN_A_ROW
        } else {
            0
        }
    }
}

impl<A: Actor> Pool<A> {
    pub(super) fn spawn(&'static self, shared: &mut Shared<A>) -> Result<(), String> {
        let Some(block) = stop::claim() else {
            return Err("no stop block is free".into());
        };
        let index = shared.hands.len();
        let seat = Arc::new(Seat::new(block));
        let call = Arc::new(Call::default());
        let spawned = Builder::new()
            .name(format!("code-mode-{index}"))
            .stack_size(WORKER_STACK_BYTES)
            .spawn({
                let (seat, call) = (seat.clone(), call.clone());
                move || self.work(index, &seat, &call)
            });
        match spawned {
            Ok(handle) => {
                shared.hands.push(Hand {
                    thread: handle.thread().clone(),
                    seat,
                    call,
                });
                shared.active += 1;
                Ok(())
            }
            Err(error) => {
                stop::release(block);
                Err(format!("no thread for a code mode worker: {error}"))
            }
        }
    }

    /// A worker thread's life.
    pub(super) fn work(&'static self, index: usize, seat: &Seat, call: &Call) {
        seat.stop.enter_thread();
        // Was possible a moment ago (`filter::check`). If it is not now, this thread refuses what it gets.
        let filtered = filter::enter_thread();
        let mut expected = Expectation::default();
        loop {
            self.round(index, seat, call, &filtered, &mut expected);
        }
    }

    /// Works off what one actor got, or rests until there may be something.
    pub(super) fn round(
        &'static self,
        index: usize,
        seat: &Seat,
        call: &Call,
        filtered: &Result<(), String>,
        expected: &mut Expectation,
    ) {
        let mut shared = self.shared.lock();
        let surplus = shared.active > self.options.lock().workers;
        let job = if surplus { None } else { shared.pick() };
        let Some(job) = job else {
            shared.active = shared.active.saturating_sub(1);
            shared.idle.push(index);
            call.wait();
            // With company the processor is needed elsewhere.
            let stay = if shared.active == 0 {
                expected.stay()
            } else {
                Duration::ZERO
            };
            drop(shared);
            let began = Instant::now();
            while !call.came() && began.elapsed() < stay {
                spin_loop();
            }
            while !call.came() {
                park();
            }
            expected.learn(call.after(began));
            return;
        };
        expected.crowded |= !shared.ready.is_empty() || shared.active > 1;
        seat.begin(job.id);
        shared.last_job = Instant::now();
        let watch = !std::mem::replace(&mut shared.watching, true);
        drop(shared);
        if watch {
            self.notify.notify_one();
        }
        match filtered {
            Ok(()) => self.do_job(job, seat),
            Err(why) => self.decline(job, seat, why),
        }
    }

    /// Ends an actor without doing anything for it.
    pub(super) fn decline(&'static self, job: Job<A>, seat: &Seat, why: &str) {
        let Job {
            id,
            mut actor,
            place,
            ..
        } = job;
        actor.refused(why);
        let slot = match place {
            Place::None => None,
            Place::Held(slot) | Place::Fresh(slot, None) => Some(slot),
            Place::Fresh(slot, Some((other, mut displaced))) => {
                displaced.refused(why);
                self.shared.lock().forget(other);
                Some(slot)
            }
            Place::Build(index) => {
                self.shared.lock().slots.failed(index);
                None
            }
        };
        let mut shared = self.stand_up(seat);
        shared.broken.get_or_insert_with(|| why.to_owned());
        let over = Next {
            stay: Stay::Gone,
            alarm: None,
        };
        shared.finish(id, actor, slot, over);
    }

    /// Works off one actor's mail.
    pub(super) fn do_job(&'static self, job: Job<A>, seat: &Seat) {
        let Job {
            id,
            mut actor,
            mail,
            place,
        } = job;
        let began = Instant::now();
        let holds = matches!(place, Place::Held(_));
        let mut slot = match place {
            Place::None => None,
            Place::Held(slot) => Some(slot),
            Place::Fresh(mut slot, displaced) => {
                if let Some((other, mut displaced)) = displaced {
                    if !displaced.stow(&mut slot) {
                        self.turn_away(id, actor, mail, (slot, other, displaced), seat);
                        return;
                    }
                    self.rest(other, displaced);
                }
                Some(slot)
            }
            Place::Build(index) => match Slot::build(index, self.region).and_then(checked) {
                Ok(slot) => Some(slot),
                Err(why) => {
                    self.without(id, actor, mail, index, why, seat);
                    return;
                }
            },
        };
        let berth = slot.as_mut().map(|slot| Berth { slot, holds });
        let acted = catch_unwind(AssertUnwindSafe(|| actor.act(mail, berth, seat)));
        let next = acted.unwrap_or_else(|_| {
            // A fault of ours must cost this cell, not the thread and the slot.
            if let Some(slot) = &mut slot {
                slot.distrust();
            }
            actor.refused("internal error in the engine's host");
            Next {
                stay: Stay::Gone,
                alarm: None,
            }
        });
        if next.stay == Stay::Gone {
            if slot.is_none() {
                slot = self.shared.lock().vacate(id);
            }
            if let Some(slot) = &mut slot {
                slot.clear();
            }
        }
        let mut shared = self.stand_up(seat);
        shared.pace.learn(began.elapsed());
        let sooner = shared.finish(id, actor, slot, next);
        // One of those that are ready is this thread's own next job.
        self.wake_for(shared, 1);
        if sooner {
            self.notify.notify_one();
        }
    }

    /// Ends the activity and takes the scheduler's lock with the thread's own accounts in order.
    pub(super) fn stand_up(&'static self, seat: &Seat) -> MutexGuard<'static, Shared<A>> {
        let (was_long, written_off) = seat.end();
        let mut shared = self.shared.lock();
        if was_long {
            shared.active += 1;
        }
        if written_off {
            shared.written_off -= 1;
        }
        ending::ended();
        shared
    }

    /// Gives back an actor that was only stowed.
    pub(super) fn rest(&'static self, id: ActorId, actor: A) {
        let mut shared = self.shared.lock();
        if let Some(entry) = shared.actors.get_mut(&id) {
            entry.actor = Some(actor);
            entry.state = State::Resting;
            let queued = shared.make_ready(id);
            self.wake_and_look(shared, queued);
        }
    }

    /// The tenant is too large to be kept outside its slot: it stays, and the other tries elsewhere.
    pub(super) fn turn_away(
        &'static self,
        id: ActorId,
        actor: A,
        mail: Vec<A::Mail>,
        (slot, tenant, displaced): (Slot, ActorId, A),
        seat: &Seat,
    ) {
        let mut shared = self.stand_up(seat);
        let index = slot.index();
        shared.slots.give_back_heavy(slot, tenant);
        if let Some(entry) = shared.actors.get_mut(&id).filter(|entry| !entry.born) {
            entry.slot = None;
            shared.slots.native_gone(index, id);
        }
        shared.put_back(id, actor, mail);
        self.wake(shared);
        self.rest(tenant, displaced);
    }

    /// A slot could not be built. The cell gets another if there is one; if there is none at all, the
    /// pool cannot go on.
    pub(super) fn without(
        &'static self,
        id: ActorId,
        mut actor: A,
        mail: Vec<A::Mail>,
        index: usize,
        why: String,
        seat: &Seat,
    ) {
        let last = self.shared.lock().slots.failed(index);
        if last {
            actor.refused(&why);
        }
        let mut shared = self.stand_up(seat);
        if last {
            shared.broken.get_or_insert(why);
            shared.forget(id);
        } else {
            if let Some(entry) = shared.actors.get_mut(&id) {
                entry.slot = None;
            }
            shared.put_back(id, actor, mail);
        }
        self.wake(shared);
    }
}

/// The engine in the first slot is checked before anything runs in it.
fn checked(mut slot: Slot) -> Result<Slot, String> {
    static RESULT: std::sync::OnceLock<Result<(), String>> = std::sync::OnceLock::new();
    RESULT
        .get_or_init(|| crate::guest::selfcheck::run(&mut slot))
        .clone()?;
    Ok(slot)
}
