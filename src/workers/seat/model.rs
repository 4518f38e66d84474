//! A seat between its worker, an abort and the supervisor, in every order.

use std::sync::atomic::AtomicUsize as Plain;

use loom::thread;

use super::*;
use crate::guest::stop;

struct Told(Plain);

impl Overdue for Told {
    fn overdue(&self, _aborted: bool) {
        self.0.fetch_add(1, SeqCst);
    }
}

fn seat() -> Arc<Seat> {
    Arc::new(Seat::new(stop::claim().expect("a block")))
}

#[test]
fn an_abort_ends_its_slice_and_no_later_one() {
    crate::check(8, || {
        let seat = seat();
        seat.begin(1);
        let abort = thread::spawn({
            let seat = seat.clone();
            move || seat.interrupt(1)
        });
        // Runs until it is told to stop: an abort that is lost would leave it running for ever.
        seat.slice(|stop, epoch| {
            stop.run(epoch, || {
                while !stop.wanted() {
                    thread::yield_now();
                }
            });
        });
        seat.end();
        seat.begin(2);
        let hit = seat.slice(|stop, epoch| stop.run(epoch, || stop.wanted() || stop.wanted()));
        seat.end();
        assert!(!hit, "the kick was for another");
        assert!(abort.join().unwrap());
    });
}

#[test]
fn an_abort_for_one_who_has_left_hits_nobody() {
    crate::check(8, || {
        let seat = seat();
        seat.begin(1);
        let abort = thread::spawn({
            let seat = seat.clone();
            move || seat.interrupt(1)
        });
        for actor in [1, 2] {
            if actor == 2 {
                seat.begin(2);
            }
            let hit = seat.slice(|stop, epoch| stop.run(epoch, || stop.wanted()));
            assert!(!(hit && actor == 2), "the kick was for another");
            assert!(!(seat.unwanted() && actor == 2), "so was the mark");
            seat.end();
        }
        abort.join().unwrap();
    });
}

#[test]
fn worker_and_supervisor_agree_on_what_was_long_and_written_off() {
    crate::check(8, || {
        let seat = seat();
        let told = Arc::new(Told(Plain::new(0)));
        let late = Instant::now() + Duration::from_secs(3600);
        seat.begin(1);
        seat.expect(Instant::now(), told.clone());
        let supervisor = thread::spawn({
            let seat = seat.clone();
            move || {
                let (first, second) = (seat.inspect(late), seat.inspect(late));
                let count = |of: fn(&Sighting) -> bool| {
                    [of(&first), of(&second)]
                        .into_iter()
                        .filter(|it| *it)
                        .count()
                };
                (count(|s| s.became_long), count(|s| s.written_off))
            }
        });
        let mut ended = (0, 0);
        let mut end = || {
            let (long, written_off) = seat.end();
            ended.0 += usize::from(long);
            ended.1 += usize::from(written_off);
        };
        end();
        seat.begin(2);
        assert!(
            !seat.was_written_off(),
            "what the other was is not this one's"
        );
        end();
        let seen = supervisor.join().unwrap();
        assert_eq!(ended, seen, "places in the pool are counted twice or never");
        assert_eq!(told.0.load(SeqCst), seen.1, "the host is told once");
    });
}
