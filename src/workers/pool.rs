//! The scheduler: mailboxes, threads, alarms.
//!
//! Owns: the one lock, and what stands behind it. Any thread may send; pool threads work; the
//! supervisor looks after them.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::Thread;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::seat::Seat;
use super::slots::{Grant, Slots};
use super::{Actor, ActorId, Berth, MAX_WRITTEN_OFF, Need, Next, Stay, supervisor};
use crate::guest::arena::Region;
use crate::guest::stop::StopBlock;
use crate::guest::{Slot, WORKER_STACK_BYTES, filter, stop};

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
    awake: Arc<AtomicBool>,
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
        let now = Instant::now();
        let pool: &'static Pool<A> = Box::leak(Box::new(Pool {
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
                last_job: now,
            }),
            notify: Notify::new(),
        }));
        supervisor::start(pool)?;
        // The first worker is started here, so that a system without threads to spare is noticed now.
        let mut shared = pool.shared.lock();
        pool.spawn(&mut shared)?;
        drop(shared);
        Ok(pool)
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
    fn wake_and_look(
        &'static self,
        shared: parking_lot::MutexGuard<'_, Shared<A>>,
        queued: Queued,
    ) {
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
    fn wake(&'static self, mut shared: parking_lot::MutexGuard<'_, Shared<A>>) {
        let options = *self.options.lock();
        // Whatever takes long has a slot, so with a thread for each slot nobody waits for a thread.
        let most = options.workers + self.region.slots;
        let mut waiting = shared.ready.len();
        let mut woken = Vec::new();
        let was_starved = std::mem::take(&mut shared.starved);
        while waiting > 0 && shared.active < options.workers {
            if let Some(index) = shared.idle.pop() {
                shared.active += 1;
                let hand = &shared.hands[index];
                hand.awake.store(true, SeqCst);
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

    fn spawn(&'static self, shared: &mut Shared<A>) -> Result<(), String> {
        let Some(block) = stop::claim() else {
            return Err("no stop block is free".into());
        };
        let index = shared.hands.len();
        let seat = Arc::new(Seat::new(block));
        let awake = Arc::new(AtomicBool::new(true));
        let spawned = std::thread::Builder::new()
            .name(format!("code-mode-{index}"))
            .stack_size(WORKER_STACK_BYTES)
            .spawn({
                let (seat, awake) = (seat.clone(), awake.clone());
                move || self.work(index, &seat, &awake)
            });
        match spawned {
            Ok(handle) => {
                shared.hands.push(Hand {
                    thread: handle.thread().clone(),
                    seat,
                    awake,
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
    fn work(&'static self, index: usize, seat: &Seat, awake: &AtomicBool) {
        seat.stop.enter_thread();
        // Was possible a moment ago (`filter::check`). If it is not now, this thread refuses what it gets.
        let filtered = filter::enter_thread();
        loop {
            let mut shared = self.shared.lock();
            let surplus = shared.active > self.options.lock().workers;
            let job = if surplus { None } else { shared.pick() };
            let Some(job) = job else {
                shared.active = shared.active.saturating_sub(1);
                shared.idle.push(index);
                awake.store(false, SeqCst);
                drop(shared);
                while !awake.load(SeqCst) {
                    std::thread::park();
                }
                continue;
            };
            seat.begin(job.id);
            shared.last_job = Instant::now();
            let watch = !std::mem::replace(&mut shared.watching, true);
            drop(shared);
            if watch {
                self.notify.notify_one();
            }
            match &filtered {
                Ok(()) => self.do_job(job, seat),
                Err(why) => self.decline(job, seat, why),
            }
        }
    }

    /// Ends an actor without doing anything for it.
    fn decline(&'static self, job: Job<A>, seat: &Seat, why: &str) {
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

    fn do_job(&'static self, job: Job<A>, seat: &Seat) {
        let Job {
            id,
            mut actor,
            mail,
            place,
        } = job;
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
        let sooner = shared.finish(id, actor, slot, next);
        if shared.ready.is_empty() {
            drop(shared);
        } else {
            self.wake(shared);
        }
        if sooner {
            self.notify.notify_one();
        }
    }

    /// Ends the activity and takes the scheduler's lock with the thread's own accounts in order.
    fn stand_up(&'static self, seat: &Seat) -> parking_lot::MutexGuard<'static, Shared<A>> {
        let (was_long, written_off) = seat.end();
        let mut shared = self.shared.lock();
        if was_long {
            shared.active += 1;
        }
        if written_off {
            shared.written_off -= 1;
        }
        shared
    }

    /// Gives back an actor that was only stowed.
    fn rest(&'static self, id: ActorId, actor: A) {
        let mut shared = self.shared.lock();
        if let Some(entry) = shared.actors.get_mut(&id) {
            entry.actor = Some(actor);
            entry.state = State::Resting;
            let queued = shared.make_ready(id);
            self.wake_and_look(shared, queued);
        }
    }

    /// The tenant is too large to be kept outside its slot: it stays, and the other tries elsewhere.
    fn turn_away(
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
    fn without(
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

/// Whether an actor went into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Queued {
    No,
    Yes,
    /// And the supervisor must look sooner than it meant to.
    Look,
}

impl<A: Actor> Shared<A> {
    /// Queues an actor that has something to do and is at rest, or waits for its slot and does not
    /// need it any more. What is urgent goes first.
    fn make_ready(&mut self, id: ActorId) -> Queued {
        let Some(entry) = self.actors.get_mut(&id) else {
            return Queued::No;
        };
        let Some(actor) = entry.actor.as_ref().filter(|_| !entry.mail.is_empty()) else {
            return Queued::No;
        };
        let needed = actor.need(&entry.mail);
        let queued = match (entry.state, needed) {
            (State::Working, _) | (_, Need::Nothing) => return Queued::No,
            (State::Resting, Need::Slot) => {
                entry.state = State::Ready;
                self.ready.push_back(id);
                true
            }
            // When it is in the queue already, the later of its two places is passed over.
            (_, Need::Thread) => {
                entry.state = State::Ready;
                self.ready.push_front(id);
                true
            }
            (State::Ready | State::Blocked, Need::Slot) => false,
        };
        match (self.urge(id), queued) {
            (true, _) => Queued::Look,
            (false, true) => Queued::Yes,
            (false, false) => Queued::No,
        }
    }

    /// Sees to it that an actor which waits for a thread or a slot hears of its deadline. True when
    /// the supervisor must look sooner than it meant to.
    fn urge(&mut self, id: ActorId) -> bool {
        let Some(entry) = self.actors.get(&id) else {
            return false;
        };
        let deadline = (entry.actor.as_ref()).and_then(|actor| actor.deadline(&entry.mail));
        match deadline {
            Some(at) if entry.alarm.is_none_or(|alarm| at < alarm) && at > Instant::now() => {
                self.set_alarm(id, Some(at))
            }
            _ => false,
        }
    }

    /// Puts an actor with its mail back into the queue, as if it had not been picked.
    fn put_back(&mut self, id: ActorId, actor: A, mut mail: Vec<A::Mail>) {
        if let Some(entry) = self.actors.get_mut(&id) {
            entry.actor = Some(actor);
            mail.append(&mut entry.mail);
            entry.mail = mail;
            entry.state = State::Resting;
            self.make_ready(id);
        }
    }

    /// The slot that an actor which is over left its state in.
    fn vacate(&mut self, id: ActorId) -> Option<Slot> {
        let index = self.actors.get(&id)?.slot?;
        if !self.slots.holds(index, id) {
            return None;
        }
        self.slots.claim(index, id).map(|(slot, _)| slot)
    }

    /// Whether what `pick` finds next can be done without a slot.
    fn is_next_free_of_guests(&mut self) -> bool {
        while let Some(id) = self.ready.front() {
            let entry = self
                .actors
                .get(id)
                .filter(|entry| entry.state == State::Ready);
            let need = entry.and_then(|entry| Some(entry.actor.as_ref()?.need(&entry.mail)));
            match need {
                Some(need) => return need == Need::Thread,
                None => self.ready.pop_front(),
            };
        }
        false
    }

    /// The next thing to do, if there is any that can be done now.
    fn pick(&mut self) -> Option<Job<A>> {
        while let Some(id) = self.ready.pop_front() {
            let Some(entry) = self.actors.get_mut(&id) else {
                continue;
            };
            let Some(actor) = (entry.actor.as_ref()).filter(|_| entry.state == State::Ready) else {
                continue;
            };
            let place = match actor.need(&entry.mail) {
                Need::Nothing => {
                    entry.state = State::Resting;
                    continue;
                }
                Need::Thread => Place::None,
                Need::Slot => match entry.slot {
                    Some(index) => match self.enter(id, index) {
                        Some(place) => place,
                        None => continue,
                    },
                    None => match self.settle_in(id) {
                        Some(place) => place,
                        None => continue,
                    },
                },
            };
            let entry = self.actors.get_mut(&id)?;
            let actor = entry.actor.take()?;
            entry.state = State::Working;
            return Some(Job {
                id,
                actor,
                mail: std::mem::take(&mut entry.mail),
                place,
            });
        }
        None
    }

    /// The slot that `id` was born in, or a place in the queue for it.
    fn enter(&mut self, id: ActorId, index: usize) -> Option<Place<A>> {
        let held = self.slots.holds(index, id);
        if !held && self.slots.is_heavy(index) {
            self.block(id, index);
            return None;
        }
        match self.slots.claim(index, id) {
            Some((slot, _)) if held => Some(Place::Held(slot)),
            Some((slot, tenant)) => self.displace(id, slot, tenant),
            None => {
                self.block(id, index);
                None
            }
        }
    }

    /// A slot for a newborn, or a place in the queue for one.
    fn settle_in(&mut self, id: ActorId) -> Option<Place<A>> {
        let nursery = self.blocked.len() - 1;
        let (place, index) = match self.slots.grant() {
            Grant::Free(slot) => {
                let index = slot.index();
                (Place::Fresh(slot, None), index)
            }
            Grant::Build(index) => (Place::Build(index), index),
            Grant::Occupied(slot, tenant) => {
                let index = slot.index();
                (self.displace(id, slot, Some(tenant))?, index)
            }
            Grant::Later => {
                self.block(id, nursery);
                return None;
            }
        };
        self.slots.native_born(index);
        if let Some(entry) = self.actors.get_mut(&id) {
            entry.slot = Some(index);
        }
        Some(place)
    }

    /// Takes the tenant along that must be stowed before `id` can have the slot.
    fn displace(&mut self, id: ActorId, slot: Slot, tenant: Option<ActorId>) -> Option<Place<A>> {
        let Some(tenant) = tenant else {
            return Some(Place::Fresh(slot, None));
        };
        match self.actors.get_mut(&tenant) {
            None => Some(Place::Fresh(slot, None)),
            Some(entry) => match entry.actor.take() {
                Some(actor) => {
                    let was_ready = entry.state == State::Ready;
                    entry.state = State::Working;
                    if was_ready {
                        self.ready.retain(|ready| *ready != tenant);
                    }
                    Some(Place::Fresh(slot, Some((tenant, actor))))
                }
                None => {
                    // A thread works for the tenant without its slot; it will be back in a moment.
                    let index = slot.index();
                    self.slots.give_back(slot, Some(tenant), false);
                    self.block(id, index);
                    None
                }
            },
        }
    }

    fn block(&mut self, id: ActorId, queue: usize) {
        if let Some(entry) = self.actors.get_mut(&id) {
            entry.state = State::Blocked;
        }
        self.blocked[queue].push(id);
    }

    /// Those that waited for slot `index` may try again, and one newborn.
    fn unblock(&mut self, index: usize) {
        for id in std::mem::take(&mut self.blocked[index]) {
            self.try_again(id);
        }
        let nursery = self.blocked.len() - 1;
        let mut newborns = std::mem::take(&mut self.blocked[nursery]).into_iter();
        newborns.by_ref().find(|id| self.try_again(*id));
        self.blocked[nursery] = newborns.collect();
    }

    /// True when it was blocked, and is in the queue now.
    fn try_again(&mut self, id: ActorId) -> bool {
        let Some(entry) = self.actors.get_mut(&id) else {
            return false;
        };
        if entry.state != State::Blocked {
            return false;
        }
        entry.state = State::Ready;
        self.ready.push_back(id);
        true
    }

    /// Takes an actor and its slot back; whether the supervisor must look sooner than it meant to.
    fn finish(&mut self, id: ActorId, actor: A, slot: Option<Slot>, next: Next) -> bool {
        let index = slot
            .as_ref()
            .map(Slot::index)
            .or_else(|| self.actors.get(&id).and_then(|entry| entry.slot));
        let berthed = slot.is_some();
        if let Some(slot) = slot {
            let (tenant, saved) = match next.stay {
                Stay::InSlot => (Some(id), false),
                Stay::Saved => (Some(id), true),
                Stay::Outside | Stay::Gone => (None, false),
            };
            self.slots.give_back(slot, tenant, saved);
        }
        let sooner = if next.stay == Stay::Gone {
            self.forget(id);
            drop(actor);
            false
        } else {
            let sooner = self.set_alarm(id, next.alarm);
            if let Some(entry) = self.actors.get_mut(&id) {
                entry.actor = Some(actor);
                entry.state = State::Resting;
                entry.born |= berthed;
            }
            self.make_ready(id) == Queued::Look || sooner
        };
        if let Some(index) = index {
            self.unblock(index);
        }
        sooner
    }

    fn forget(&mut self, id: ActorId) {
        if let Some(entry) = self.actors.remove(&id) {
            if let Some(at) = entry.alarm {
                self.alarms.remove(&(at, id));
            }
            if let Some(index) = entry.slot {
                self.slots.native_gone(index, id);
            }
        }
    }

    fn set_alarm(&mut self, id: ActorId, alarm: Option<Instant>) -> bool {
        let Some(entry) = self.actors.get_mut(&id) else {
            return false;
        };
        let before = std::mem::replace(&mut entry.alarm, alarm);
        if before == alarm {
            return false;
        }
        if let Some(at) = before {
            self.alarms.remove(&(at, id));
        }
        let Some(at) = alarm else {
            return false;
        };
        self.alarms.insert((at, id));
        self.next_look.is_none_or(|look| at < look)
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
