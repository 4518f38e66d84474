//! Stops by jumping.

use std::ffi::c_int;
use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::AtomicU32;

use rquickjs::qjs;

use super::*;

/// Guests that poll at most rarely, or never.
const HOGS: [&str; 12] = [
    "while(true){}",
    "Array.prototype.reverse.call({length:2**53-1})",
    "String(7n**300000n)",
    "for(;;)'a'.repeat(1e6).replaceAll('a',x=>x)",
    "/^(a+)+$/.test('a'.repeat(40)+'b')",
    "Array(4294967295).includes(1)",
    "for(const a=[];;)a.push({a})",
    "'\\u0344\\u1E9B\\u0323'.repeat(3e6).normalize('NFKD').length",
    "for(;;)JSON.stringify(new Array(1e5).fill(1))",
    "for(;;)new Date(2024,1,1).getTimezoneOffset()",
    "for(;;)[...'zyx'.repeat(1e4)].sort().map(x=>Math.sin(x.charCodeAt(0))**2.5)",
    "for(let s='a';;s=(s+s).slice(0,1e6))JSON.parse(JSON.stringify({s,t:[s]}))",
];

/// A program with something of everything, and what it returns.
const CHECK: &str = "const m=new Map();for(let i=0;i<300;i++)m.set('k'+i,{i});\
    [m.size,JSON.parse('[1,{\"a\":2}]')[1].a,[3,1,2].sort(),'ab'.replace('a','b'),7n**20n,0.1+0.2,\
    new Date(2024,0,31).getDate(),'b-b'.split('-').length].join()";
const CHECKED: &str = "300,2,1,2,3,bb,79792266297612001,0.30000000000000004,31,2";

/// Stops `source` hard after a moment; returns how it ended and how late.
fn stop_hard(block: StopBlock, guest: &Guest, source: &str, after: Duration) -> (End, Duration) {
    let epoch = next_epoch();
    let watch = Watch::start(after, move || block.hard(epoch));
    let end = guest.run_as(block, epoch, source);
    (end, watch.ended())
}

fn jumps_out_of(source: &'static str) {
    let end = on_worker(move |block| {
        stop_hard(block, &Guest::new(), source, Duration::from_millis(30)).0
    });
    assert_eq!(end, End::Jumped);
}

#[test]
fn an_array_method_over_a_huge_length_ends_at_a_hard_stop() {
    jumps_out_of("Array.prototype.reverse.call({length:2**53-1})");
}

#[test]
fn a_huge_number_in_decimal_ends_at_a_hard_stop() {
    jumps_out_of("String(7n**3000000n)");
}

static PREPARED: AtomicBool = AtomicBool::new(false);

unsafe extern "C" fn prepared(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _arguments: *mut qjs::JSValue,
) -> qjs::JSValue {
    PREPARED.store(true, Ordering::Relaxed);
    qjs::JS_UNDEFINED
}

#[test]
fn a_guest_that_lives_in_a_memory_function_ends_at_a_hard_stop() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        guest.define("prepared", prepared);
        let watch = Watch::start(Duration::ZERO, move || {
            if PREPARED.load(Ordering::Relaxed) {
                // Until the comparisons have begun.
                thread::sleep(Duration::from_millis(300));
                block.hard(epoch);
            }
        });
        // Each of a million comparisons goes through 25 MB.
        let source = "const a='x'.repeat(25e6),b=a+'1',c=a+'2',d=new Array(1e6).fill(b);\
            prepared();d.includes(c)";
        let end = guest.run_as(block, epoch, source);
        println!(
            "in a memory function: {:?}, {:?}",
            watch.ended(),
            block.stats()
        );
        end
    });
    assert_eq!(end, End::Jumped);
}

#[test]
fn random_kills_leave_no_trace() {
    const KILLS: usize = 300;
    let (mut late, stats) = on_worker(|block| {
        let mut late = Vec::new();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..KILLS {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let guest = Guest::new();
            let after = Duration::from_micros(random % 8_000);
            let (end, lateness) = stop_hard(block, &guest, HOGS[round % HOGS.len()], after);
            assert!(
                !matches!(end, End::Returned(_)),
                "{} {end:?}",
                HOGS[round % HOGS.len()]
            );
            late.push(lateness);
            drop(guest);
            assert_eq!(
                Guest::new().run(block, CHECK),
                End::Returned(CHECKED.to_owned())
            );
        }
        (late, block.stats())
    });
    late.sort();
    println!(
        "{KILLS} random kills: late median {:?}, p95 {:?}, max {:?}; {stats:?}",
        late[KILLS / 2],
        late[KILLS * 95 / 100],
        late[KILLS - 1]
    );
    assert!(stats.jumps > 0);
}

#[test]
fn a_hard_stop_before_the_beginning_runs_nothing() {
    let end = on_worker(|block| {
        let (guest, epoch) = (Guest::new(), next_epoch());
        block.hard(epoch);
        guest.run_as(block, epoch, "while(true){}")
    });
    assert_eq!(end, End::Jumped);
}

#[test]
fn a_late_kick_hits_nobody() {
    on_worker(|block| {
        let guest = Guest::new();
        let before = block.stats();
        let (last, epoch) = (next_epoch(), next_epoch());
        guest.run_as(block, last, "1");
        let watch = Watch::start(Duration::ZERO, move || {
            for _ in 0..10 {
                block.hard(last);
                assert!(block.0.send(), "the signal is sent");
            }
        });
        let end = guest.run_as(block, epoch, "let n=0;for(let i=0;i<3e6;i++)n+=i;n");
        watch.ended();
        let after = block.stats();
        assert_eq!(end, End::Returned("4499998500000".to_owned()));
        assert_eq!(after.jumps, before.jumps);
        assert_eq!(after.stale - before.stale, after.kicks - before.kicks);
        assert!(after.stale > before.stale);
    });
}

#[test]
fn an_older_request_does_not_take_back_a_newer_one() {
    let end = on_worker(|block| {
        let (guest, older, epoch) = (Guest::new(), next_epoch(), next_epoch());
        block.hard(epoch);
        block.hard(older);
        guest.run_as(block, epoch, "1")
    });
    assert_eq!(end, End::Jumped);
}

#[test]
fn two_workers_killed_at_once_both_end() {
    let together = Arc::new(Barrier::new(2));
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let together = together.clone();
            thread::spawn(move || {
                on_worker(move |block| {
                    let mut ends = Vec::new();
                    for _ in 0..10 {
                        let guest = Guest::new();
                        together.wait();
                        ends.push(stop_hard(block, &guest, HOGS[1], SOON).0);
                    }
                    (ends, block)
                })
            })
        })
        .collect();
    let blocks: Vec<StopBlock> = workers
        .into_iter()
        .map(|worker| {
            let (ends, block) = worker.join().expect("the worker does not panic");
            assert_eq!(ends, vec![End::Jumped; 10]);
            block
        })
        .collect();
    assert_ne!(blocks[0], blocks[1]);
}

static ENTERED: AtomicU32 = AtomicU32::new(0);
static LEFT: AtomicU32 = AtomicU32::new(0);

/// Keeps the thread in this library's text.
fn busy(time: Duration) {
    let began = Instant::now();
    while began.elapsed() < time {
        for step in 0..10_000u32 {
            black_box(step);
        }
    }
}

/// Thirty milliseconds that must not be left by a jump, half of them in this library's text.
unsafe extern "C" fn critical(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _arguments: *mut qjs::JSValue,
) -> qjs::JSValue {
    let _section = HostSection::enter();
    ENTERED.fetch_add(1, Ordering::Relaxed);
    drop(HostSection::enter());
    busy(Duration::from_millis(15));
    thread::sleep(Duration::from_millis(15));
    LEFT.fetch_add(1, Ordering::Relaxed);
    qjs::JS_UNDEFINED
}

#[test]
fn a_hard_stop_waits_for_a_host_section() {
    on_worker(|block| {
        let guest = Guest::new();
        guest.define("critical", critical);
        let before = block.stats();
        let (end, _) = stop_hard(block, &guest, "for(;;)critical()", SOON);
        let after = block.stats();
        assert!(!matches!(end, End::Returned(_)), "{end:?}");
        assert_eq!(ENTERED.load(Ordering::Relaxed), 1);
        assert_eq!(LEFT.load(Ordering::Relaxed), 1);
        assert!(after.deferred > before.deferred);
    });
}

static ABANDONED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn uncritical(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _arguments: *mut qjs::JSValue,
) -> qjs::JSValue {
    ABANDONED.fetch_add(1, Ordering::Relaxed);
    busy(LIMIT * 2);
    ABANDONED.fetch_sub(1, Ordering::Relaxed);
    qjs::JS_UNDEFINED
}

#[test]
fn host_code_outside_of_a_section_is_jumped_out_of() {
    on_worker(|block| {
        let guest = Guest::new();
        guest.define("uncritical", uncritical);
        let (end, _) = stop_hard(block, &guest, "uncritical()", SOON);
        assert_eq!(end, End::Jumped);
        assert_eq!(ABANDONED.load(Ordering::Relaxed), 1);
    });
}

unsafe extern "C" {
    fn fegetround() -> c_int;
    fn fesetround(mode: c_int) -> c_int;
}

#[test]
fn a_jump_keeps_the_floating_point_environment() {
    const UPWARD: c_int = if cfg!(target_arch = "x86_64") {
        0x800
    } else {
        0x40_0000
    };
    let (end, mode) = on_worker(|block| {
        let guest = Guest::new();
        // SAFETY: no arithmetic happens here until the mode is put back.
        let nearest = unsafe { fegetround() };
        assert_eq!(unsafe { fesetround(UPWARD) }, 0);
        let (end, _) = stop_hard(block, &guest, HOGS[1], SOON);
        let mode = unsafe { fegetround() };
        unsafe { fesetround(nearest) };
        (end, mode)
    });
    assert_eq!((end, mode), (End::Jumped, UPWARD));
}
