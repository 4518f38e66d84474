//! The slots of the pool and who lives in them.
//!
//! Owns: which slot a new actor gets, and whom it displaces. Does not own: building, saving or
//! restoring a slot (`guest`), which happen outside the scheduler's lock.

use super::ActorId;
use crate::guest::Slot;

struct Place {
    /// Absent while a thread works on it (or it was never built).
    slot: Option<Slot>,
    built: bool,
    /// Whose state is in there.
    tenant: Option<ActorId>,
    /// The tenant's state is saved as well.
    saved: bool,
    /// The tenant was found too large to be kept elsewhere, and has not moved since.
    heavy: bool,
    /// It could not be built.
    dead: bool,
    /// Actors that were born here and live.
    natives: usize,
    /// When it was last used, in uses of any slot.
    used: u64,
}

/// All places of the process.
pub(super) struct Slots {
    places: Vec<Place>,
    /// How many are built before cells that are saved are displaced.
    comfortable: usize,
    built: usize,
    /// The system refused memory for another one.
    sealed: bool,
    clock: u64,
}

/// A place for a new actor.
pub(super) enum Grant {
    /// A slot that nobody needs.
    Free(Slot),
    /// Build the slot with this index.
    Build(usize),
    /// A slot whose tenant must be stowed first.
    Occupied(Slot, ActorId),
    /// Every slot is being worked on: try again when one comes back.
    Later,
}

impl Slots {
    pub fn new(count: usize, comfortable: usize) -> Self {
        let places = (0..count)
            .map(|_| Place {
                slot: None,
                built: false,
                tenant: None,
                saved: false,
                heavy: false,
                dead: false,
                natives: 0,
                used: 0,
            })
            .collect();
        Self {
            places,
            comfortable,
            built: 0,
            sealed: false,
            clock: 0,
        }
    }

    pub fn built(&self) -> usize {
        self.built
    }

    /// From now on that many are built before cells that are saved are displaced.
    pub fn make_comfortable(&mut self, slots: usize) {
        self.comfortable = self.comfortable.max(slots);
    }

    /// Finds a place for a newborn.
    pub fn grant(&mut self) -> Grant {
        // The most recently used of the free ones is the warmest; natives would have to wait for it.
        let free = self.best(
            |place| place.tenant.is_none(),
            |place| (place.natives, u64::MAX - place.used),
        );
        if let Some(index) = free {
            return Grant::Free(self.take(index));
        }
        let most = if self.sealed { 0 } else { self.places.len() };
        if self.built < self.comfortable.min(most) {
            return self.build();
        }
        if let Some(index) = self.best(|place| place.saved, |place| (place.natives, place.used)) {
            self.places[index].tenant = None;
            return Grant::Free(self.take(index));
        }
        // Stowing a guest takes microseconds, a further slot takes a megabyte for good.
        let idle = self.best(
            |place| place.tenant.is_some() && !place.heavy,
            |place| place.used,
        );
        match idle {
            Some(index) => {
                let tenant = self.places[index].tenant.take();
                Grant::Occupied(self.take(index), tenant.unwrap_or_default())
            }
            None if self.built < most => self.build(),
            None => Grant::Later,
        }
    }

    fn build(&mut self) -> Grant {
        match self.places.iter().position(|place| !place.built) {
            Some(index) => {
                self.places[index].built = true;
                self.built += 1;
                Grant::Build(index)
            }
            None => Grant::Later,
        }
    }

    /// The present place that passes `fits` and has the lowest `rank`.
    fn best<R: Ord>(
        &self,
        fits: impl Fn(&Place) -> bool,
        rank: impl Fn(&Place) -> R,
    ) -> Option<usize> {
        (0..self.places.len())
            .filter(|k| self.places[*k].slot.is_some() && fits(&self.places[*k]))
            .min_by_key(|k| rank(&self.places[*k]))
    }

    fn take(&mut self, index: usize) -> Slot {
        self.clock += 1;
        self.places[index].used = self.clock;
        self.places[index].saved = false;
        self.places[index].heavy = false;
        self.places[index]
            .slot
            .take()
            .expect("`best` chooses present slots only")
    }

    /// Takes the slot that `actor` was born in: the slot and, when somebody else's state is in it
    /// that is saved nowhere, that tenant. `None` while a thread works on it.
    pub fn claim(&mut self, index: usize, actor: ActorId) -> Option<(Slot, Option<ActorId>)> {
        self.places[index].slot.as_ref()?;
        let saved = self.places[index].saved;
        let tenant = self.places[index]
            .tenant
            .take()
            .filter(|tenant| *tenant != actor && !saved);
        Some((self.take(index), tenant))
    }

    /// Whether `actor`'s state is in its slot right now.
    pub fn holds(&self, index: usize, actor: ActorId) -> bool {
        self.places[index].tenant == Some(actor)
    }

    /// Gives a slot back, with whose state it holds.
    pub fn give_back(&mut self, slot: Slot, tenant: Option<ActorId>, saved: bool) {
        let place = &mut self.places[slot.index()];
        place.slot = Some(slot);
        place.tenant = tenant;
        place.saved = saved && tenant.is_some();
    }

    /// Gives a slot back whose tenant is too large to be kept elsewhere.
    pub fn give_back_heavy(&mut self, slot: Slot, tenant: ActorId) {
        let index = slot.index();
        self.give_back(slot, Some(tenant), false);
        self.places[index].heavy = true;
    }

    /// Whether the tenant of that place is known to be too large to be displaced.
    pub fn is_heavy(&self, index: usize) -> bool {
        self.places[index].heavy
    }

    pub fn native_born(&mut self, index: usize) {
        self.places[index].natives += 1;
    }

    /// An actor that was born in `index` is over.
    pub fn native_gone(&mut self, index: usize, actor: ActorId) {
        let place = &mut self.places[index];
        place.natives = place.natives.saturating_sub(1);
        if place.tenant == Some(actor) {
            place.tenant = None;
            place.saved = false;
            place.heavy = false;
        }
    }

    /// A slot that could not be built; true when there is none at all. No further one is tried.
    pub fn failed(&mut self, index: usize) -> bool {
        // It stays marked as built without a slot: its arena is in an unknown state.
        self.places[index].dead = true;
        self.sealed = true;
        self.places.iter().all(|place| place.dead || !place.built)
    }
}
