/*
 * Control blocks, the threads behind them, the requests to stop, and the slice with its landing place: what only C
 * can say, because sigsetjmp returns twice.
 */
#include "stop.h"

#include <fenv.h>
#include <sched.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

struct stop_block stop_table[STOP_BLOCKS];

static void raise_to(_Atomic uint64_t *what, uint64_t value)
{
    uint64_t seen = atomic_load(what);
    while (seen < value && !atomic_compare_exchange_weak(what, &seen, value))
        ;
}

struct stop_block *stop_claim(void)
{
    for (int i = 0; i < STOP_BLOCKS; i++) {
        int free = 0;
        if (atomic_compare_exchange_strong(&stop_table[i].claimed, &free, 1))
            return &stop_table[i];
    }
    return NULL;
}

static void hold(struct stop_block *block)
{
    while (atomic_flag_test_and_set_explicit(&block->kicking, memory_order_acquire))
        sched_yield();
}

static void let_go(struct stop_block *block)
{
    atomic_flag_clear_explicit(&block->kicking, memory_order_release);
}

/* The epochs stay: they only grow, and a late request must still miss the block's next tenant. */
void stop_release(struct stop_block *block)
{
    hold(block);
    atomic_store(&block->attached, 0);
    let_go(block);
    atomic_store(&block->claimed, 0);
}

static uintptr_t lowest_stack_address(void)
{
    uintptr_t low = 0;
#ifdef __linux__
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *address = NULL;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &address, &size) == 0)
            low = (uintptr_t)address;
        pthread_attr_destroy(&attributes);
    }
#else
    const pthread_t self = pthread_self();
    low = (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#endif
    return low;
}

/* On the worker, once. */
void stop_attach(struct stop_block *block)
{
    /* Faults must stay deliverable (blocked, they end the process without a word), SIGSYS is how a system call
       filter speaks, and SIGPROF is the profiler's. Everything else is handled by the program's own threads. */
    static const int kept[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF};
    sigset_t blocked;

    hold(block);
    block->thread = pthread_self();
#ifdef __linux__
    block->tid = (pid_t)syscall(SYS_gettid);
#endif
    block->stack_low = lowest_stack_address();
    atomic_store(&block->armed, 0);
    atomic_store(&block->host, 0);
    atomic_store(&block->pending, 0);
    atomic_store(&block->attached, 1);
    let_go(block);

    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        sigdelset(&blocked, kept[i]);
    sigdelset(&blocked, stop_installed.signal);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

/* Sends the signal, whatever the block's state. The caller holds `kicking`. */
static int send_signal(struct stop_block *block)
{
#ifdef __linux__
    /* The system call itself: musl has no pthread_sigqueue, and a thread that has ended answers ESRCH. */
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = stop_installed.signal;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_ptr = block;
    return (int)syscall(SYS_rt_tgsigqueueinfo, getpid(), block->tid, stop_installed.signal, &info);
#else
    return pthread_kill(block->thread, stop_installed.signal);
#endif
}

static void kick(struct stop_block *block, uint64_t epoch)
{
    /* Not running yet, or no longer: stop_run looks at the requests itself when it begins. */
    if (atomic_load(&block->epoch) != epoch)
        return;
    hold(block);
    if (atomic_load(&block->attached) && !atomic_exchange(&block->pending, 1) && send_signal(block) != 0)
        atomic_store(&block->pending, 0); /* the queue is full: the next call tries again */
    let_go(block);
}

void stop_soft(struct stop_block *block, uint64_t epoch)
{
    raise_to(&block->soft_epoch, epoch);
    kick(block, epoch);
}

void stop_hard(struct stop_block *block, uint64_t epoch)
{
    raise_to(&block->soft_epoch, epoch);
    raise_to(&block->hard_epoch, epoch);
    kick(block, epoch);
}

/* For tests: a kick that comes late or for nothing. */
int stop_send(struct stop_block *block)
{
    hold(block);
    atomic_store(&block->pending, 1);
    const int failed = send_signal(block);
    let_go(block);
    return failed;
}

int stop_wanted(struct stop_block *block)
{
    const uint64_t epoch = atomic_load_explicit(&block->epoch, memory_order_relaxed);
    return epoch != 0 && atomic_load_explicit(&block->soft_epoch, memory_order_relaxed) == epoch;
}

void stop_host_enter(struct stop_block *block)
{
    atomic_store_explicit(&block->host, atomic_load_explicit(&block->host, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
}

void stop_host_leave(struct stop_block *block)
{
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&block->host, atomic_load_explicit(&block->host, memory_order_relaxed) - 1,
                          memory_order_relaxed);
}

void stop_stats(struct stop_block *block, struct stop_stats *out)
{
    out->kicks = atomic_load_explicit(&block->kicks, memory_order_relaxed);
    out->jumps = atomic_load_explicit(&block->jumps, memory_order_relaxed);
    out->deferred = atomic_load_explicit(&block->deferred, memory_order_relaxed);
    out->stale = atomic_load_explicit(&block->stale, memory_order_relaxed);
}

/* Whether the slice that `stop_run` has just said was jumped out of gave itself up. Asking forgets it. */
int stop_take_fault(struct stop_block *block)
{
    return atomic_exchange(&block->fault, 0);
}

/* The address sanitizer marks the room between a frame's variables, and unmarks it where the frame returns. The frames
   that were left by a jump did not, and the next ones at their place would be taken for overflows. */
static void forget_frames(const struct stop_block *block)
{
#ifdef __SANITIZE_ADDRESS__
    extern void __asan_unpoison_memory_region(void const volatile *address, size_t size);
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    __asan_unpoison_memory_region((const void *)block->stack_low, here - block->stack_low);
#else
    (void)block;
#endif
}

/* 1: `slice` returned. 0: it was jumped out of, or was to be stopped hard before it began. */
int stop_run(struct stop_block *block, uint64_t epoch, int *counter, void (*slice)(void *), void *argument)
{
    const uint32_t outer = atomic_load_explicit(&block->host, memory_order_relaxed);
    volatile int completed = 0;
    fenv_t floats;

    /* A signal handler begins with the processor's default floating-point state, and a jump keeps it. */
    fegetenv(&floats);
    block->frame = (uintptr_t)__builtin_frame_address(0);

    /* Without the signal mask: saving it costs a system call per slice, unblocking one signal only per jump. */
    if (sigsetjmp(block->landing, 0) == 0) {
        atomic_store_explicit(&block->host, 0, memory_order_relaxed);
        atomic_store_explicit(&block->counter, counter, memory_order_relaxed);
        /* Sequentially consistent, against raise_to and the load in kick: one of the two sees the other. */
        atomic_store(&block->epoch, epoch);
        if (atomic_load(&block->hard_epoch) != epoch) {
            atomic_store_explicit(&block->armed, 1, memory_order_relaxed);
            atomic_signal_fence(memory_order_seq_cst);
            /* A kick that came before `armed` counted as stale; its request is still written here. */
            if (counter && atomic_load(&block->soft_epoch) == epoch)
                *(volatile int *)counter = 0;
            slice(argument);
            atomic_signal_fence(memory_order_seq_cst);
            atomic_store_explicit(&block->armed, 0, memory_order_relaxed);
            completed = 1;
        }
    } else {
        forget_frames(block);
        fesetenv(&floats);
        /* The handler did not return, so its own signal is still blocked. */
        stop_unblock(stop_installed.signal);
        stop_unblock(SIGSEGV);
    }
    atomic_store_explicit(&block->counter, NULL, memory_order_relaxed);
    atomic_store_explicit(&block->host, outer, memory_order_relaxed);
    atomic_store(&block->epoch, 0);
    return completed;
}
