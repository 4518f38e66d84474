/*
 * The signal handler, and what it looks at. It touches no thread-local variable, takes no lock and allocates
 * nothing. It runs on the worker's own stack with its own signal blocked, so it never interrupts itself: with
 * SA_NODEFER a second kick could land in the handler's text while the frame below it is inside the C library, and
 * jump out of that.
 */
#include "stop.h"

#ifdef __linux__
#include <ucontext.h>
#else
#include <sys/ucontext.h>
#endif

/* Bytes around a memory function's entry that still belong to it or its siblings. */
enum { LEAF_WINDOW = 4096 };

struct place {
    uintptr_t pc;
    uintptr_t sp;
};

static struct place interrupted_at(const ucontext_t *context)
{
    struct place at;
#if defined(__linux__) && defined(__x86_64__)
    at.pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    at.sp = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__)
    at.pc = (uintptr_t)context->uc_mcontext.pc;
    at.sp = (uintptr_t)context->uc_mcontext.sp;
#elif defined(__x86_64__)
    at.pc = (uintptr_t)context->uc_mcontext->__ss.__rip;
    at.sp = (uintptr_t)context->uc_mcontext->__ss.__rsp;
#else
    at.pc = (uintptr_t)__darwin_arm_thread_state64_get_pc(context->uc_mcontext->__ss);
    at.sp = (uintptr_t)__darwin_arm_thread_state64_get_sp(context->uc_mcontext->__ss);
#endif
    return at;
}

/* Where a function without a frame returns to. Only meaningful when the place is in such a function. */
static uintptr_t leaf_return(const ucontext_t *context, struct place at)
{
#if defined(__x86_64__)
    (void)context;
    return *(const uintptr_t *)at.sp;
#elif defined(__linux__)
    (void)at;
    return (uintptr_t)context->uc_mcontext.regs[30];
#else
    (void)at;
    return (uintptr_t)__darwin_arm_thread_state64_get_lr(context->uc_mcontext->__ss);
#endif
}

static int near_leaf(uintptr_t pc)
{
    for (int i = 0; i < STOP_LEAVES; i++) {
        /* Unsigned distance from the window's beginning: one comparison for both ends. */
        if (stop_installed.leaf[i] && pc - (stop_installed.leaf[i] - LEAF_WINDOW) < 2 * (uintptr_t)LEAF_WINDOW)
            return 1;
    }
    return 0;
}

/* In the library's own text, or in a memory function of the C library that was called directly from it. */
static int may_jump_from(const struct stop_block *block, const ucontext_t *context)
{
    const struct place at = interrupted_at(context);

    /* Another stack (an alternate signal stack, a coroutine): not the frames `landing` knows. */
    if (at.sp < block->stack_low || at.sp > block->frame)
        return 0;
    return stop_in_text(at.pc) || (near_leaf(at.pc) && stop_in_text(leaf_return(context, at)));
}

static void count(_Atomic uint64_t *what)
{
    /* One writer (the worker, or the handler on top of it): no read-modify-write needed. */
    atomic_store_explicit(what, atomic_load_explicit(what, memory_order_relaxed) + 1, memory_order_relaxed);
}

/* The block of the thread that this is called on. */
static struct stop_block *own_block(void)
{
    const pthread_t self = pthread_self();
    for (int i = 0; i < STOP_BLOCKS; i++) {
        if (atomic_load(&stop_table[i].attached) && pthread_equal(stop_table[i].thread, self))
            return &stop_table[i];
    }
    return NULL;
}

#ifdef __linux__
/* The signal carries the block's address. Anything we did not queue ourselves is someone else's. */
static struct stop_block *addressee(const siginfo_t *info)
{
    if (info->si_code != SI_QUEUE || info->si_pid != getpid())
        return NULL;
    const uintptr_t offset = (uintptr_t)info->si_value.sival_ptr - (uintptr_t)stop_table;
    if (offset >= sizeof stop_table || offset % sizeof *stop_table != 0)
        return NULL;
    return &stop_table[offset / sizeof *stop_table];
}
#else
/* No payload here: whatever arrives on a worker with this number counts as a kick, and one that was none finds no
   request and is stale. Only a signal whose action was the default is ever taken, so nobody is robbed. */
static struct stop_block *addressee(const siginfo_t *info)
{
    (void)info;
    return own_block();
}
#endif

static int ignored_by_default(int signal)
{
#ifdef __APPLE__
    return signal == SIGURG || signal == SIGIO;
#else
    (void)signal;
    return 0; /* real-time signals end the process */
#endif
}

void stop_unblock(int signal)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* A signal that is not ours has the effect it would have had without us. */
static void forward(int signal, siginfo_t *info, void *context)
{
    const struct sigaction *previous = &stop_installed.previous;

    if (previous->sa_flags & SA_SIGINFO) {
        previous->sa_sigaction(signal, info, context);
    } else if (previous->sa_handler == SIG_DFL) {
        if (ignored_by_default(signal))
            return;
        struct sigaction plain;
        memset(&plain, 0, sizeof plain);
        plain.sa_handler = SIG_DFL;
        sigemptyset(&plain.sa_mask);
        sigaction(signal, &plain, NULL);
        pthread_kill(pthread_self(), signal);
        stop_unblock(signal);
    } else if (previous->sa_handler != SIG_IGN) {
        previous->sa_handler(signal);
    }
}

static void forward_fault(int signal, siginfo_t *info, void *context)
{
    const struct sigaction *previous = &stop_installed.previous_fault;

    if (previous->sa_flags & SA_SIGINFO) {
        previous->sa_sigaction(signal, info, context);
    } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
        previous->sa_handler(signal);
    } else {
        /* The faulting instruction is run again, and this time nobody is asked. */
        struct sigaction plain;
        memset(&plain, 0, sizeof plain);
        plain.sa_handler = SIG_DFL;
        sigemptyset(&plain.sa_mask);
        sigaction(signal, &plain, NULL);
    }
}

/* The engine followed a null pointer: after an allocation that it took for one that cannot fail. Nothing is ever
   mapped there, so nothing was damaged, and what is inconsistent lies in the arena. Any other wild access may have
   been preceded by others that hit something: it ends the process as ever. */
void stop_on_fault(int signal, siginfo_t *info, void *context)
{
    struct stop_block *block = NULL;

    if (info->si_code == SEGV_MAPERR && (uintptr_t)info->si_addr < STOP_NULL_PAGES)
        block = own_block();
    if (!block || !atomic_load_explicit(&block->armed, memory_order_relaxed) ||
        atomic_load_explicit(&block->host, memory_order_relaxed) != 0 || !may_jump_from(block, context)) {
        forward_fault(signal, info, context);
        return;
    }
    atomic_store_explicit(&block->armed, 0, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&block->fault, 1, memory_order_relaxed);
    siglongjmp(block->landing, 1);
}

void stop_on_signal(int signal, siginfo_t *info, void *context)
{
    struct stop_block *block = addressee(info);

    if (!block) {
        forward(signal, info, context);
        return;
    }
    if (!atomic_load(&block->attached) || !pthread_equal(block->thread, pthread_self()))
        return; /* sent to a thread that has ended, and its number went to this one */

    /* Before the epochs are read: a request that comes after this sends a signal of its own. */
    atomic_store(&block->pending, 0);
    count(&block->kicks);

    const uint64_t epoch = atomic_load(&block->epoch);
    if (!atomic_load_explicit(&block->armed, memory_order_relaxed) || atomic_load(&block->soft_epoch) != epoch) {
        count(&block->stale);
        return;
    }

    /* The engine counts down and asks its interrupt handler at zero or below. The store can be lost when the
       countdown is a load and a store (aarch64); the next kick writes it again. */
    int *counter = atomic_load_explicit(&block->counter, memory_order_relaxed);
    if (counter)
        *(volatile int *)counter = 0;

    if (atomic_load(&block->hard_epoch) != epoch)
        return;
    if (atomic_load_explicit(&block->host, memory_order_relaxed) != 0 || !may_jump_from(block, context)) {
        count(&block->deferred);
        return;
    }
    atomic_store_explicit(&block->armed, 0, memory_order_relaxed);
    count(&block->jumps);
    siglongjmp(block->landing, 1);
}
