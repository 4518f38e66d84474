/*
 * What the three C files of the hard stop share: the control block, the table of them, and what was installed.
 * stop.c owns blocks and slices, handler.c the signal handler, abort.c slices that give themselves up, install.c
 * what happens once per process. What the
 * whole promises, and why a jump is safe where it is allowed, is written down in mod.rs.
 *
 * Included first: it chooses the C library's features.
 */
#ifndef CODE_MODE_STOP_H
#define CODE_MODE_STOP_H

#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#if !defined(__linux__) && !defined(__APPLE__)
#error "the hard stop knows Linux and macOS; other systems use the fallback in Rust"
#endif
#if !defined(__x86_64__) && !defined(__aarch64__)
#error "the hard stop knows x86-64 and aarch64; other processors use the fallback in Rust"
#endif

_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_POINTER_LOCK_FREE == 2,
               "a signal handler may only use lock-free atomics");

enum {
    STOP_BLOCKS = 256, /* more worker threads than any machine gets */
    STOP_LEAVES = 6,   /* memory functions of the C library that may be jumped out of */
    STOP_NULL_PAGES = 65536, /* nothing is ever mapped below (Linux: vm.mmap_min_addr; macOS: __PAGEZERO) */
};

struct stop_stats {
    uint64_t kicks;
    uint64_t jumps;
    uint64_t deferred;
    uint64_t stale;
};

struct stop_block {
    /* The running slice; 0 between slices. Stored by the worker only. */
    _Atomic uint64_t epoch;
    /* The latest slices that were asked to stop and that may be jumped out of. They only ever grow, so a late
       request for an old slice cannot take back one for a newer slice. */
    _Atomic uint64_t soft_epoch;
    _Atomic uint64_t hard_epoch;

    _Atomic int claimed;
    _Atomic int attached; /* `thread` and `tid` are those of a live thread */
    _Atomic int pending;  /* a signal is on its way and the handler has not begun: no second one is needed */
    atomic_flag kicking;  /* keeps the thread from ending between "it is attached" and the signal being sent */

    pthread_t thread;
#ifdef __linux__
    pid_t tid;
#endif

    /* From here on: the worker's thread only, which the handler runs on. */
    _Atomic int armed;    /* `landing` is valid and the guest is running */
    _Atomic int fault;    /* the last slice that was left by a jump gave itself up: abort.c */
    _Atomic uint32_t host;/* nested host sections */
    _Atomic(int *) counter;
    uintptr_t stack_low;  /* lowest address of the worker's stack */
    uintptr_t frame;      /* address in the frame that holds the landing place */
    _Atomic uint64_t kicks, jumps, deferred, stale;
    sigjmp_buf landing;
};

extern struct stop_block stop_table[STOP_BLOCKS];

/* Written once by stop_install before the handler is in place, read only afterwards. */
struct stop_installed {
    int signal;
    uintptr_t text_low, text_high;
    uintptr_t leaf[STOP_LEAVES];
    struct sigaction previous;
    struct sigaction previous_fault; /* for SIGSEGV */
};

extern struct stop_installed stop_installed;

void stop_on_signal(int signal, siginfo_t *info, void *context);
void stop_on_fault(int signal, siginfo_t *info, void *context);
void stop_unblock(int signal);

static inline int stop_in_text(uintptr_t address)
{
    return address >= stop_installed.text_low && address < stop_installed.text_high;
}

#endif
