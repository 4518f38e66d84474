//! The scheduler: mailboxes, threads, alarms.
//!
//! Owns: the one lock, and what stands behind it. Any thread may send; pool threads work; the
//! supervisor looks after them.

#[cfg(model)]
mod model;
mod schedule;
mod work;

use schedule::Queued;
use work::{Call, Pace};

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::seat::Seat;
use super::slots::{Grant, Slots};
use super::{Actor, ActorId, Berth, MAX_WRITTEN_OFF, Need, Next, Stay, ending, supervisor};
use crate::guest::arena::Region;
use crate::guest::stop::StopBlock;
use crate::guest::{Slot, WORKER_STACK_BYTES, filter, stop};
use crate::sync::atomic::Ordering::SeqCst;
use crate::sync::thread::Thread;
use crate::sync::{Mutex, MutexGuard};

/// How large a pool is.
#[derive(Clone, Copy, Debug)]
pub struct PoolOptions {
    /// Threads that work at the same time, as long as none of them takes long.
    pub workers: usize,
    /// Slots that are built before cells that are saved lose theirs.
    pub comfortable_slots: usize,
}

impl PoolOptions {
    /// `workers` threads (at least 1) and what goes with them.
    pub fn for_workers(workers: usize) -> Self {
        let workers = workers.clamp(1, 32);
        Self {
            workers,
            comfortable_slots: workers * 4,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At rest; its mail, if any, can lie.
    Resting,
    /// In the queue.
    Ready,
    /// A thread has it.
    Working,
    /// It waits for its slot.
    Blocked,
}

struct Entry<A: Actor> {
    /// Absent while a thread has it.
    actor: Option<A>,
    mail: Vec<A::Mail>,
    state: State,
    /// Where it was born, or is about to be.
    slot: Option<usize>,
    /// It has been in its slot: it can never be in another.
    born: bool,
    alarm: Option<Instant>,
}

struct Hand {
    thread: Thread,
    seat: Arc<Seat>,
    call: Arc<Call>,
}

pub(super) struct Shared<A: Actor> {
    actors: HashMap<ActorId, Entry<A>>,
    ready: VecDeque<ActorId>,
    /// Actors that wait for the slot of that index; newborns wait at `slots.len()`.
    blocked: Vec<Vec<ActorId>>,
    slots: Slots,
    pub alarms: BTreeSet<(Instant, ActorId)>,
    hands: Vec<Hand>,
    idle: Vec<usize>,
    /// Threads that are awake and not in a long activity.
    active: usize,
    /// Threads that were given up and are not back. A thread can be back before the supervisor counts
    /// it, so this can be negative for a moment.
    written_off: isize,
    /// The system gives no more threads, and none is idle.
    starved: bool,
    /// Why nothing can be started any more.
    broken: Option<String>,
    next_actor: ActorId,
    /// A worker found too few threads; it cannot start any.
    wants_hands: bool,
    /// The supervisor looks at the seats from time to time.
    pub watching: bool,
    /// When the supervisor looks next, if it does.
    pub next_look: Option<Instant>,
    pub last_job: Instant,
    pace: Pace,
}

/// The process's pool. Lives for ever: its threads refer to it.
pub struct Pool<A: Actor> {
    options: Mutex<PoolOptions>,
    region: Region,
    pub(super) shared: Mutex<Shared<A>>,
    pub(super) notify: Notify,
}

/// What a thread has to do.
struct Job<A: Actor> {
    id: ActorId,
    actor: A,
    mail: Vec<A::Mail>,
    place: Place<A>,
}

enum Place<A: Actor> {
    None,
    Build(usize),
    /// Somebody else was in there; whose state is saved nowhere comes along.
    Fresh(Slot, Option<(ActorId, A)>),
    /// The actor's state is in there.
    Held(Slot),
}

impl<A: Actor> Pool<A> {
    /// Reserves memory, installs the stop signal and starts the supervisor. `Err` says what the
    /// system refused; the pool then cannot exist in this process.
    pub fn start(options: PoolOptions) -> Result<&'static Pool<A>, String> {
        let region = Region::get()?;
        stop::install()?;
        filter::check()?;
        let pool: &'static Pool<A> = Box::leak(Box::new(Self::idle(options, region)));
        supervisor::start(pool)?;
        // The first worker is started here, so that a system without threads to spare is noticed now.
        let mut shared = pool.shared.lock();
        pool.spawn(&mut shared)?;
        drop(shared);
        Ok(pool)
    }

    /// A pool without threads.
    fn idle(options: PoolOptions, region: Region) -> Self {
        Pool {
            options: Mutex::new(options),
            region,
            shared: Mutex::new(Shared {
                actors: HashMap::new(),
                ready: VecDeque::new(),
                blocked: (0..=region.slots).map(|_| Vec::new()).collect(),
                slots: Slots::new(region.slots, options.comfortable_slots),
                alarms: BTreeSet::new(),
                hands: Vec::new(),
                idle: Vec::new(),
                active: 0,
                written_off: 0,
                starved: false,
                broken: None,
                next_actor: 1,
                wants_hands: false,
                watching: false,
                next_look: None,
                last_job: Instant::now(),
                pace: Pace::default(),
            }),
            notify: Notify::new(),
        }
    }

    /// Raises the number of workers; never lowers it.
    pub fn want_workers(&self, workers: usize) {
        let mut options = self.options.lock();
        if workers > options.workers {
            *options = PoolOptions::for_workers(workers);
            let slots = options.comfortable_slots;
            drop(options);
            self.shared.lock().slots.make_comfortable(slots);
        }
    }

    /// Threads, slots built, threads written off.
    pub fn figures(&self) -> (usize, usize, usize) {
        let shared = self.shared.lock();
        let stuck = usize::try_from(shared.written_off).unwrap_or(0);
        (shared.hands.len(), shared.slots.built(), stuck)
    }

    /// Takes in a new actor with its first mail; false when `make` thinks better of it, under the
    /// scheduler's lock. `Err` when the pool can start nothing any more.
    pub fn admit(
        &'static self,
        make: impl FnOnce(ActorId) -> Option<(A, A::Mail)>,
    ) -> Result<bool, String> {
        let mut shared = self.shared.lock();
        if let Some(why) = &shared.broken {
            return Err(why.clone());
        }
        if shared.written_off >= MAX_WRITTEN_OFF as isize {
            return Err(format!("{MAX_WRITTEN_OFF} code mode workers are stuck"));
        }
        let id = shared.next_actor;
        let Some((actor, mail)) = make(id) else {
            return Ok(false);
        };
        shared.next_actor += 1;
        shared.actors.insert(
            id,
            Entry {
                actor: Some(actor),
                mail: vec![mail],
                state: State::Resting,
                slot: None,
                born: false,
                alarm: None,
            },
        );
        let queued = shared.make_ready(id);
        self.wake_and_look(shared, queued);
        Ok(true)
    }

    /// Puts mail into an actor's box; false when there is no such actor.
    pub fn send(&'static self, id: ActorId, mail: A::Mail) -> bool {
        let mut shared = self.shared.lock();
        let Some(entry) = shared.actors.get_mut(&id) else {
            return false;
        };
        entry.mail.push(mail);
        let queued = shared.make_ready(id);
        self.wake_and_look(shared, queued);
        true
    }

    /// Wakes threads when something was queued, and the supervisor when it must look sooner.
    fn wake_and_look(&'static self, shared: MutexGuard<'_, Shared<A>>, queued: Queued) {
        match queued {
            Queued::No => drop(shared),
            Queued::Yes | Queued::Look => self.wake(shared),
        }
        if queued == Queued::Look {
            self.notify.notify_one();
        }
    }

    /// Sends mail and, when a thread is at work for the actor, stops what it does.
    pub fn interrupt(&'static self, id: ActorId, mail: A::Mail) -> bool {
        let known = self.send(id, mail);
        if known {
            let seats: Vec<_> = self
                .shared
                .lock()
                .hands
                .iter()
                .map(|hand| hand.seat.clone())
                .collect();
            if seats.iter().any(|seat| seat.interrupt(id)) {
                self.notify.notify_one();
            }
        }
        known
    }

    pub(super) fn seats(&self) -> Vec<Arc<Seat>> {
        self.shared
            .lock()
            .hands
            .iter()
            .map(|hand| hand.seat.clone())
            .collect()
    }

    /// Alarms that are due become mail; the next alarm after them.
    pub(super) fn ring(&'static self, now: Instant) -> Option<Instant> {
        let mut shared = self.shared.lock();
        let mut rang = false;
        while let Some((at, id)) = shared.alarms.first().copied() {
            if at > now {
                break;
            }
            shared.alarms.pop_first();
            if let Some(entry) = shared.actors.get_mut(&id) {
                entry.alarm = None;
                entry.mail.push(A::alarm());
                rang |= shared.make_ready(id) != Queued::No;
            }
        }
        let next = shared.alarms.first().map(|(at, _)| *at);
        if rang {
            self.wake(shared);
        }
        next
    }

    /// For the supervisor: works for actors that need no slot when no thread is to be had for them, so
    /// that deadlines and aborts hold even then.
    pub(super) fn relieve(&'static self, seat: &Seat) {
        loop {
            let mut shared = self.shared.lock();
            if !shared.starved || !shared.is_next_free_of_guests() {
                return;
            }
            let Some(job) = shared.pick() else {
                return;
            };
            drop(shared);
            self.do_job(job, seat);
        }
    }

    /// A seat's activity became long: its place in the pool is free.
    pub(super) fn became_long(&'static self) {
        let mut shared = self.shared.lock();
        shared.active = shared.active.saturating_sub(1);
        self.wake(shared);
    }

    pub(super) fn wrote_off(&self) {
        self.shared.lock().written_off += 1;
    }

    /// Starts the threads that a worker wanted.
    pub(super) fn hire(&'static self) {
        let mut shared = self.shared.lock();
        if std::mem::take(&mut shared.wants_hands) {
            self.wake(shared);
        }
    }

    /// Wakes or starts threads for what is ready, within the number of workers. Releases the lock.
    fn wake(&'static self, shared: MutexGuard<'_, Shared<A>>) {
        self.wake_for(shared, ending::count());
    }

    /// As `wake`, when `taken` of what is ready will be taken by threads that are awake.
    fn wake_for(&'static self, mut shared: MutexGuard<'_, Shared<A>>, taken: usize) {
        let options = *self.options.lock();
        // Whatever takes long has a slot, so with a thread for each slot nobody waits for a thread.
        let most = options.workers + self.region.slots;
        let in_hand = shared.pace.in_hand(shared.active);
        let mut waiting = shared.ready.len().saturating_sub(taken.max(in_hand));
        let mut woken = Vec::new();
        let was_starved = std::mem::take(&mut shared.starved);
        while waiting > 0 && shared.active < options.workers {
            if let Some(index) = shared.idle.pop() {
                shared.active += 1;
                let hand = &shared.hands[index];
                hand.call.ring();
                woken.push(hand.thread.clone());
            } else if shared.hands.len() < most {
                if StopBlock::current().is_some() {
                    // Workers may not start threads (`guest::filter`): the supervisor does.
                    shared.wants_hands = true;
                    break;
                }
                if let Err(why) = self.spawn(&mut shared) {
                    if shared.hands.is_empty() {
                        shared.broken = Some(why);
                    }
                    shared.starved = true;
                    break;
                }
            } else {
                break;
            }
            waiting -= 1;
        }
        // The supervisor then does what needs no guest.
        let relieve = shared.starved && !was_starved;
        let watch = !shared.watching && !woken.is_empty();
        if watch {
            shared.watching = true;
        }
        let hire = shared.wants_hands;
        drop(shared);
        for thread in woken {
            thread.unpark();
        }
        if watch || hire || relieve {
            self.notify.notify_one();
        }
    }
}
