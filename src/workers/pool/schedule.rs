//! Who works next, and where: everything that is decided under the scheduler's lock.

use super::*;

/// Whether an actor went into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Queued {
    No,
    Yes,
    /// And the supervisor must look sooner than it meant to.
    Look,
}

impl<A: Actor> Shared<A> {
    /// Queues an actor that has something to do and is at rest, or waits for its slot and does not
    /// need it any more. What is urgent goes first.
    pub(super) fn make_ready(&mut self, id: ActorId) -> Queued {
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
    pub(super) fn urge(&mut self, id: ActorId) -> bool {
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
    pub(super) fn put_back(&mut self, id: ActorId, actor: A, mut mail: Vec<A::Mail>) {
        if let Some(entry) = self.actors.get_mut(&id) {
            entry.actor = Some(actor);
            mail.append(&mut entry.mail);
            entry.mail = mail;
            entry.state = State::Resting;
            self.make_ready(id);
        }
    }

    /// The slot that an actor which is over left its state in.
    pub(super) fn vacate(&mut self, id: ActorId) -> Option<Slot> {
        let index = self.actors.get(&id)?.slot?;
        if !self.slots.holds(index, id) {
            return None;
        }
        self.slots.claim(index, id).map(|(slot, _)| slot)
    }

    /// Whether what `pick` finds next can be done without a slot.
    pub(super) fn is_next_free_of_guests(&mut self) -> bool {
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
    pub(super) fn pick(&mut self) -> Option<Job<A>> {
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
    pub(super) fn enter(&mut self, id: ActorId, index: usize) -> Option<Place<A>> {
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
    pub(super) fn settle_in(&mut self, id: ActorId) -> Option<Place<A>> {
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
    pub(super) fn displace(
        &mut self,
        id: ActorId,
        slot: Slot,
        tenant: Option<ActorId>,
    ) -> Option<Place<A>> {
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

    pub(super) fn block(&mut self, id: ActorId, queue: usize) {
        if let Some(entry) = self.actors.get_mut(&id) {
            entry.state = State::Blocked;
        }
        self.blocked[queue].push(id);
    }

    /// Those that waited for slot `index` may try again, and one newborn.
    pub(super) fn unblock(&mut self, index: usize) {
        for id in std::mem::take(&mut self.blocked[index]) {
            self.try_again(id);
        }
        let nursery = self.blocked.len() - 1;
        let mut newborns = std::mem::take(&mut self.blocked[nursery]).into_iter();
        newborns.by_ref().find(|id| self.try_again(*id));
        self.blocked[nursery] = newborns.collect();
    }

    /// True when it was blocked, and is in the queue now.
    pub(super) fn try_again(&mut self, id: ActorId) -> bool {
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
    pub(super) fn finish(&mut self, id: ActorId, actor: A, slot: Option<Slot>, next: Next) -> bool {
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

    pub(super) fn forget(&mut self, id: ActorId) {
        if let Some(entry) = self.actors.remove(&id) {
            if let Some(at) = entry.alarm {
                self.alarms.remove(&(at, id));
            }
            if let Some(index) = entry.slot {
                self.slots.native_gone(index, id);
            }
        }
    }

    pub(super) fn set_alarm(&mut self, id: ActorId, alarm: Option<Instant>) -> bool {
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
