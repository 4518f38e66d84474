//! The filter as a seccomp program. Called from `filter` only.
//!
//! The program is a list of what is allowed; what is not on it, or comes through another processor's
//! system call table, fails with `EPERM`, or `EBADF` where the caller would not understand that.

use std::io::{Error, Result};

use libc::{c_long, c_ulong, sock_filter, sock_fprog};

pub(super) const SUPPORTED: bool = true;

/// What must hold for one argument (by its number) of an allowed call. All but lengths are compared by their
/// lower half, since the kernel takes them as `int`s.
#[derive(Clone, Copy)]
enum Check {
    Is(u32, u32),
    Lacks(u32, u32),
    Has(u32, u32),
    AtMost(u32, u32),
}
use Check::{AtMost, Has, Is, Lacks};

/// A number and what must hold of its arguments, all of it. A number that is listed twice passes when one
/// of its lines does.
type Allowed = (c_long, &'static [Check]);

const STDERR: u32 = 2;
/// What waking an event loop writes: one 64-bit count to an eventfd, whose number is not known here.
const WAKE_BYTES: u32 = 8;
/// Stands for the process's own id, which is known only when the filter is put on.
const OWN_PROCESS: u32 = u32::MAX;

/// What answers that there is no such descriptor instead: Node, when it dies of a fault, looks at the first
/// three in order to put the terminal back, and takes any other error for a fault of its own.
const NO_DESCRIPTOR: [c_long; 2] = [libc::SYS_fstat, libc::SYS_newfstatat];

/// In the order in which they are looked at: the frequent ones first.
const ALLOWED: &[Allowed] = &[
    // Waiting and waking.
    (libc::SYS_futex, &[]),
    (libc::SYS_write, &[AtMost(2, WAKE_BYTES)]),
    (libc::SYS_sched_yield, &[]),
    // Slots and the process's allocator. Nothing that could be executed, no files.
    (libc::SYS_mprotect, &[Lacks(2, libc::PROT_EXEC as u32)]),
    (libc::SYS_madvise, &[]),
    (
        libc::SYS_mmap,
        &[
            Lacks(2, libc::PROT_EXEC as u32),
            Has(3, libc::MAP_ANONYMOUS as u32),
        ],
    ),
    (libc::SYS_munmap, &[]),
    (libc::SYS_mremap, &[]),
    (libc::SYS_brk, &[]),
    // Clocks, where the kernel does not let the process read them itself.
    (libc::SYS_clock_gettime, &[]),
    (libc::SYS_gettimeofday, &[]),
    (libc::SYS_clock_getres, &[]),
    (libc::SYS_clock_nanosleep, &[]),
    (libc::SYS_nanosleep, &[]),
    // Keys of hash tables, ids of runs.
    (libc::SYS_getrandom, &[]),
    // Signals: the stop (`stop`), faults, and `abort`.
    (libc::SYS_rt_sigreturn, &[]),
    (libc::SYS_rt_sigprocmask, &[]),
    (libc::SYS_rt_sigaction, &[]),
    (libc::SYS_sigaltstack, &[]),
    (libc::SYS_rt_tgsigqueueinfo, &[Is(0, OWN_PROCESS)]),
    (libc::SYS_tgkill, &[Is(0, OWN_PROCESS)]),
    (libc::SYS_restart_syscall, &[]),
    // Who am I.
    (libc::SYS_gettid, &[]),
    (libc::SYS_getpid, &[]),
    (libc::SYS_getuid, &[]),
    (libc::SYS_getcpu, &[]),
    (libc::SYS_sched_getaffinity, &[]),
    (libc::SYS_membarrier, &[]),
    (libc::SYS_rseq, &[]),
    // Last words of a panic or of a fatal error.
    (libc::SYS_write, &[Is(0, STDERR)]),
    (libc::SYS_writev, &[Is(0, STDERR)]),
    // The end of the thread, or of the process.
    (libc::SYS_exit, &[]),
    (libc::SYS_exit_group, &[]),
];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

// Places in the kernel's `struct seccomp_data`.
const AT_NUMBER: u32 = 0;
const AT_ARCHITECTURE: u32 = 4;
// Both processors are little-endian: the lower half comes first.
const fn lower_half(argument: u32) -> u32 {
    16 + 8 * argument
}
const fn upper_half(argument: u32) -> u32 {
    lower_half(argument) + 4
}

/// One comparison: of the word at `at`, in the way `how`, passing when the answer is `passes`.
struct Test {
    at: u32,
    how: u32,
    value: u32,
    passes: bool,
}

impl Check {
    fn tests(self, process: u32) -> Vec<Test> {
        let test = |at, how, value, passes| Test {
            at,
            how,
            value,
            passes,
        };
        match self {
            Is(argument, value) => {
                let value = if value == OWN_PROCESS { process } else { value };
                vec![test(lower_half(argument), libc::BPF_JEQ, value, true)]
            }
            Has(argument, bits) => vec![test(lower_half(argument), libc::BPF_JSET, bits, true)],
            Lacks(argument, bits) => vec![test(lower_half(argument), libc::BPF_JSET, bits, false)],
            AtMost(argument, value) => vec![
                test(upper_half(argument), libc::BPF_JEQ, 0, true),
                test(lower_half(argument), libc::BPF_JGT, value, false),
            ],
        }
    }
}

fn load(at: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, at, 0, 0)
}

fn verdict(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

/// Compares the loaded word with `value`; skips that many instructions when true, when false.
fn jump(how: u32, value: u32, yes: u8, no: u8) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_K | how, value, yes, no)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

fn program(process: u32) -> Vec<sock_filter> {
    let allow = verdict(libc::SECCOMP_RET_ALLOW);
    let deny = verdict(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32);
    let mut out = vec![
        load(AT_ARCHITECTURE),
        jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0),
        deny,
        load(AT_NUMBER),
    ];
    for (number, checks) in ALLOWED {
        let tests: Vec<Test> = checks
            .iter()
            .flat_map(|check| check.tests(process))
            .collect();
        // Each test is two instructions; one that fails goes on behind the line's verdict.
        let mut rest = 2 * tests.len() as u8 + 1;
        out.push(jump(libc::BPF_JEQ, *number as u32, 0, rest));
        for test in &tests {
            rest -= 2;
            let (yes, no) = if test.passes { (0, rest) } else { (rest, 0) };
            out.push(load(test.at));
            out.push(jump(test.how, test.value, yes, no));
        }
        out.push(allow);
        if !tests.is_empty() {
            out.push(load(AT_NUMBER));
        }
    }
    for number in NO_DESCRIPTOR {
        out.push(jump(libc::BPF_JEQ, number as u32, 0, 1));
        out.push(verdict(libc::SECCOMP_RET_ERRNO | libc::EBADF as u32));
    }
    out.push(deny);
    out
}

pub(super) fn enter_thread() -> Result<()> {
    prepare_time_zone();
    let mut program = program(std::process::id());
    let program = sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    // Without it an unprivileged thread may not filter itself. It only concerns programs that the thread
    // starts, of which there are none.
    // SAFETY: takes four numbers.
    if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } != 0 {
        return Err(Error::last_os_error());
    }
    // Older kernels slow a filtered thread down against speculative side channels, which this filter is
    // not about, unless they are told not to; still older ones do not know how to be told.
    apply(libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program).or_else(|error| {
        if error.raw_os_error() == Some(libc::EINVAL) {
            apply(0, &program)
        } else {
            Err(error)
        }
    })
}

fn apply(flags: c_ulong, program: &sock_fprog) -> Result<()> {
    let mode = c_ulong::from(libc::SECCOMP_SET_MODE_FILTER);
    // SAFETY: `program` and the instructions it points to live until the call returns, which copies them.
    match unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, program) } {
        0 => Ok(()),
        _ => Err(Error::last_os_error()),
    }
}

/// The C library reads the time zone's file when it first needs it: later it could not.
fn prepare_time_zone() {
    // SAFETY: both are plain numbers and the call writes to the second only.
    unsafe {
        let mut broken_down: libc::tm = std::mem::zeroed();
        libc::localtime_r(&0, &mut broken_down);
    }
}
