//! The scheduler with two actors that share one slot, and with threads that rest and are woken.

use std::sync::atomic::AtomicUsize as Plain;

use loom::thread;

use super::work::Expectation;
use super::*;
use crate::sync::atomic::AtomicBool;

/// An actor that is over after `left` pieces of mail.
struct Guest {
    id: ActorId,
    left: usize,
    /// Born, and its state is in the slot, or was saved.
    born: bool,
    saved: bool,
    handled: Arc<Plain>,
    says_that_it_ends: bool,
}

impl Actor for Guest {
    type Mail = ();

    fn need(&self, mail: &[()]) -> Need {
        if mail.is_empty() {
            Need::Nothing
        } else {
            Need::Slot
        }
    }

    fn deadline(&self, _mail: &[()]) -> Option<Instant> {
        None
    }

    fn act(&mut self, mail: Vec<()>, berth: Option<Berth<'_>>, _seat: &Seat) -> Next {
        let berth = berth.expect("it asked for its slot");
        if berth.holds {
            assert_eq!(berth.slot.holds, Some(self.id), "another's state");
        } else {
            assert_eq!(self.born, self.saved, "its state is lost");
        }
        berth.slot.holds = Some(self.id);
        (self.born, self.saved) = (true, false);
        self.left -= mail.len();
        let over = self.left == 0;
        if over && self.says_that_it_ends {
            ending::about_to_end();
        }
        self.handled.fetch_add(mail.len(), SeqCst);
        Next {
            stay: if over { Stay::Gone } else { Stay::InSlot },
            alarm: None,
        }
    }

    fn stow(&mut self, slot: &mut Slot) -> bool {
        assert_eq!(
            slot.holds.take(),
            Some(self.id),
            "another's state is stowed"
        );
        self.saved = true;
        true
    }

    fn alarm() {}

    fn refused(&mut self, why: &str) {
        panic!("{why}");
    }
}

fn pool(workers: usize, slots: usize) -> &'static Pool<Guest> {
    let options = PoolOptions {
        workers,
        comfortable_slots: slots,
    };
    Box::leak(Box::new(Pool::idle(options, Region { slots })))
}

fn admit(pool: &'static Pool<Guest>, mail: usize, handled: &Arc<Plain>) -> ActorId {
    let mut named = 0;
    let admitted = pool.admit(|id| {
        named = id;
        let guest = Guest {
            id,
            left: mail,
            born: false,
            saved: false,
            handled: handled.clone(),
            says_that_it_ends: true,
        };
        Some((guest, ()))
    });
    assert_eq!(admitted, Ok(true));
    named
}

/// Does what there is to do; false when there is nothing.
fn work_once(pool: &'static Pool<Guest>, seat: &Seat) -> bool {
    let job = pool.shared.lock().pick();
    let Some(job) = job else {
        return false;
    };
    seat.begin(job.id);
    pool.do_job(job, seat);
    true
}

#[test]
fn two_actors_share_a_slot_and_neither_loses_mail_or_state() {
    crate::check(8, || {
        let pool = pool(2, 1);
        let handled = Arc::new(Plain::new(0));
        let (one, two) = (admit(pool, 2, &handled), admit(pool, 2, &handled));
        let helper = thread::spawn(move || {
            let seat = Seat::new(stop::claim().expect("a block"));
            while work_once(pool, &seat) {}
        });
        assert!(pool.send(one, ()));
        assert!(pool.send(two, ()));
        let seat = Seat::new(stop::claim().expect("a block"));
        while work_once(pool, &seat) {}
        helper.join().unwrap();
        // The helper may have left something that only then could be done.
        while work_once(pool, &seat) {}
        assert_eq!(handled.load(SeqCst), 4, "mail was left lying");
        let shared = pool.shared.lock();
        assert!(shared.actors.is_empty());
        assert!(shared.blocked.iter().all(Vec::is_empty));
        assert_eq!(shared.written_off, 0);
    });
}

#[test]
fn what_comes_while_a_thread_ends_or_goes_to_rest_is_worked_off() {
    crate::check(4, || {
        let pool = pool(1, 1);
        let handled = Arc::new(Plain::new(0));
        let quit = Arc::new(AtomicBool::new(false));
        let left = Arc::new(Plain::new(0));
        let worker = {
            let mut shared = pool.shared.lock();
            let seat = Arc::new(Seat::new(stop::claim().expect("a block")));
            let call = Arc::new(Call::default());
            let handle = thread::spawn({
                let (seat, call) = (seat.clone(), call.clone());
                let (quit, left) = (quit.clone(), left.clone());
                move || {
                    let mut expected = Expectation::default();
                    while !quit.load(SeqCst) {
                        pool.round(0, &seat, &call, &Ok(()), &mut expected);
                    }
                    left.store(1, SeqCst);
                }
            });
            shared.hands.push(Hand {
                thread: handle.thread().clone(),
                seat,
                call,
            });
            shared.active += 1;
            handle
        };
        for nth in 1..=2 {
            admit(pool, 1, &handled);
            while handled.load(SeqCst) < nth {
                thread::yield_now();
            }
        }
        quit.store(true, SeqCst);
        // Called as `wake` does: only who rests can be.
        while left.load(SeqCst) == 0 {
            let mut shared = pool.shared.lock();
            if let Some(index) = shared.idle.pop() {
                shared.hands[index].call.ring();
                let thread = shared.hands[index].thread.clone();
                drop(shared);
                thread.unpark();
                break;
            }
            drop(shared);
            thread::yield_now();
        }
        worker.join().unwrap();
    });
}
