/*
 * The part of the hard stop that only C can say: a landing place (sigsetjmp), the signal handler that may jump
 * to it, and the table of control blocks both look at. What it promises, and why a jump is safe where it is
 * allowed, is written down in mod.rs.
 *
 * The handler touches no thread-local variable, takes no lock and allocates nothing. It runs on the worker's own
 * stack with its own signal blocked, so it never interrupts itself: with SA_NODEFER a second kick could land in
 * the handler's text while the frame below it is inside the C library, and jump out of that.
 */
#ifdef __linux__
#define _GNU_SOURCE
#endif

#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <link.h>
#include <sys/syscall.h>
#include <ucontext.h>
#elif defined(__APPLE__)
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
#include <sys/ucontext.h>
#else
#error "stop.c knows Linux and macOS; other systems use the fallback in Rust"
#endif

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "stop.c knows x86-64 and aarch64; other processors use the fallback in Rust"
#endif

_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2 && ATOMIC_POINTER_LOCK_FREE == 2,
               "a signal handler may only use lock-free atomics");

/* ------------------------------------------------------------------------------------------------------------
 * The table
 * ---------------------------------------------------------------------------------------------------------- */

enum {
    BLOCKS = 256,         /* more worker threads than any machine gets */
    LEAF_WINDOW = 4096,   /* bytes around a memory function's entry that still belong to it or its siblings */
    LEAVES = 6,
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
    _Atomic uint32_t host;/* nested host sections */
    _Atomic(int *) counter;
    uintptr_t stack_low;  /* lowest address of the worker's stack */
    uintptr_t frame;      /* address in the frame that holds the landing place */
    _Atomic uint64_t kicks, jumps, deferred, stale;
    sigjmp_buf landing;
};

static struct stop_block table[BLOCKS];

/* Written once by stop_install before the handler is in place, read only afterwards. */
static struct {
    int signal;
    uintptr_t text_low, text_high;
    uintptr_t leaf[LEAVES];
    struct sigaction previous;
} installed;

static void count(_Atomic uint64_t *what)
{
    /* One writer (the worker, or the handler on top of it): no read-modify-write needed. */
    atomic_store_explicit(what, atomic_load_explicit(what, memory_order_relaxed) + 1, memory_order_relaxed);
}

static void raise_to(_Atomic uint64_t *what, uint64_t value)
{
    uint64_t seen = atomic_load(what);
    while (seen < value && !atomic_compare_exchange_weak(what, &seen, value))
        ;
}

/* ------------------------------------------------------------------------------------------------------------
 * Where the interrupted thread was
 * ---------------------------------------------------------------------------------------------------------- */

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

static int in_text(uintptr_t address)
{
    return address >= installed.text_low && address < installed.text_high;
}

static int near_leaf(uintptr_t pc)
{
    for (int i = 0; i < LEAVES; i++) {
        /* Unsigned distance from the window's beginning: one comparison for both ends. */
        if (installed.leaf[i] && pc - (installed.leaf[i] - LEAF_WINDOW) < 2 * (uintptr_t)LEAF_WINDOW)
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
    return in_text(at.pc) || (near_leaf(at.pc) && in_text(leaf_return(context, at)));
}

/* ------------------------------------------------------------------------------------------------------------
 * The handler
 * ---------------------------------------------------------------------------------------------------------- */

#ifdef __linux__
/* The signal carries the block's address. Anything we did not queue ourselves is someone else's. */
static struct stop_block *addressee(const siginfo_t *info)
{
    if (info->si_code != SI_QUEUE || info->si_pid != getpid())
        return NULL;
    const uintptr_t offset = (uintptr_t)info->si_value.sival_ptr - (uintptr_t)table;
    if (offset >= sizeof table || offset % sizeof *table != 0)
        return NULL;
    return &table[offset / sizeof *table];
}
#else
/* No payload here: whatever arrives on a worker with this number counts as a kick, and one that was none finds no
   request and is stale. Only a signal whose action was the default is ever taken, so nobody is robbed. */
static struct stop_block *addressee(const siginfo_t *info)
{
    const pthread_t self = pthread_self();
    (void)info;
    for (int i = 0; i < BLOCKS; i++) {
        if (atomic_load(&table[i].attached) && pthread_equal(table[i].thread, self))
            return &table[i];
    }
    return NULL;
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

static void unblock(int signal)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* A signal that is not ours has the effect it would have had without us. */
static void forward(int signal, siginfo_t *info, void *context)
{
    const struct sigaction *previous = &installed.previous;

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
        unblock(signal);
    } else if (previous->sa_handler != SIG_IGN) {
        previous->sa_handler(signal);
    }
}

static void on_signal(int signal, siginfo_t *info, void *context)
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

/* ------------------------------------------------------------------------------------------------------------
 * Installing
 * ---------------------------------------------------------------------------------------------------------- */

#ifdef __linux__
struct search {
    uintptr_t inside;
    const char *name; /* of the object that was found; empty for the program itself */
    int found;
};

static int look_at_object(struct dl_phdr_info *object, size_t size, void *data)
{
    struct search *search = data;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t low = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
            continue;
        if (search->inside - low >= segment->p_memsz)
            continue;
        installed.text_low = low;
        installed.text_high = low + segment->p_memsz;
        search->name = object->dlpi_name;
        search->found = 1;
        return 1;
    }
    return 0;
}

static const char *find_text_and_pin(const void *inside)
{
    struct search search = {(uintptr_t)inside, NULL, 0};
    dl_iterate_phdr(look_at_object, &search);
    if (!search.found)
        return "the engine's code was not found among the loaded objects";
    /* The program itself cannot be unloaded. */
    if (search.name && *search.name && !dlopen(search.name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
        return "the native module could not be pinned in memory";
    return NULL;
}
#else
static const char *find_text_and_pin(const void *inside)
{
    Dl_info object;
    unsigned long size = 0;
    if (!dladdr(inside, &object) || !object.dli_fbase)
        return "the engine's code was not found among the loaded objects";
    const struct mach_header_64 *header = object.dli_fbase;
    const uint8_t *text = getsegmentdata(header, "__TEXT", &size);
    if (!text)
        return "the native module has no text segment";
    installed.text_low = (uintptr_t)text;
    installed.text_high = (uintptr_t)text + size;
    if (header->filetype != MH_EXECUTE && !dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
        return "the native module could not be pinned in memory";
    return NULL;
}
#endif

/* RTLD_NEXT and not RTLD_DEFAULT: a program that is not position-independent answers the latter with its own
   jump stub instead of the function. */
static uintptr_t in_c_library(const char *name)
{
    return (uintptr_t)dlsym(RTLD_NEXT, name);
}

static const char *find_leaves(void)
{
    static const char *const names[LEAVES] = {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen"};

    /* A C library (or a sanitizer's interceptor) inside our own text range would be jumped out of while it holds
       a lock. localtime_r is the one such function the engine calls. */
    const uintptr_t locking = in_c_library("localtime_r");
    if (!locking || in_text(locking))
        return "the C library is linked into the native module";
    for (int i = 0; i < LEAVES; i++)
        installed.leaf[i] = in_c_library(names[i]);
    return NULL;
}

static int try_signal(int signal, int forced)
{
    struct sigaction ours, raced;

    if (sigaction(signal, NULL, &installed.previous) != 0)
        return 0;
    if (!forced && ((installed.previous.sa_flags & SA_SIGINFO) || installed.previous.sa_handler != SIG_DFL))
        return 0;
    installed.signal = signal;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = on_signal;
    ours.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&ours.sa_mask);
    if (sigaction(signal, &ours, &raced) != 0)
        return 0;
    if (!forced && ((raced.sa_flags & SA_SIGINFO) || raced.sa_handler != SIG_DFL)) {
        /* Another copy of this library was quicker by a hair. */
        sigaction(signal, &raced, NULL);
        return 0;
    }
    return 1;
}

static const char *choose_signal(int forced)
{
    if (forced)
        return try_signal(forced, 1) ? NULL : "the signal handler could not be installed";
#ifdef __linux__
    /* The first few are popular with other libraries. */
    for (int signal = SIGRTMIN + 5; signal <= SIGRTMAX; signal++) {
        if (try_signal(signal, 0))
            return NULL;
    }
#else
    /* In the order in which nobody else minds: the first two are ignored by default. */
    static const int candidates[] = {SIGURG, SIGIO, SIGUSR2};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        if (try_signal(candidates[i], 0))
            return NULL;
    }
#endif
    return "no free signal";
}

/* Once per process copy of the library; the caller serialises. NULL, or what is in the way. */
const char *stop_install(const void *inside, int forced, int *signal, uintptr_t *low, uintptr_t *high)
{
    const char *problem = find_text_and_pin(inside);
    if (!problem)
        problem = find_leaves();
    if (!problem)
        problem = choose_signal(forced);
    *signal = installed.signal;
    *low = installed.text_low;
    *high = installed.text_high;
    return problem;
}

/* ------------------------------------------------------------------------------------------------------------
 * Blocks and threads
 * ---------------------------------------------------------------------------------------------------------- */

struct stop_block *stop_claim(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        int free = 0;
        if (atomic_compare_exchange_strong(&table[i].claimed, &free, 1))
            return &table[i];
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
    sigdelset(&blocked, installed.signal);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

/* Sends the signal, whatever the block's state. The caller holds `kicking`. */
static int send_signal(struct stop_block *block)
{
#ifdef __linux__
    /* The system call itself: musl has no pthread_sigqueue, and a thread that has ended answers ESRCH. */
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = installed.signal;
    info.si_code = SI_QUEUE;
    info.si_pid = getpid();
    info.si_uid = getuid();
    info.si_value.sival_ptr = block;
    return (int)syscall(SYS_rt_tgsigqueueinfo, getpid(), block->tid, installed.signal, &info);
#else
    return pthread_kill(block->thread, installed.signal);
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

/* ------------------------------------------------------------------------------------------------------------
 * A slice
 * ---------------------------------------------------------------------------------------------------------- */

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
        fesetenv(&floats);
        /* The handler did not return, so its own signal is still blocked. */
        unblock(installed.signal);
    }
    atomic_store_explicit(&block->counter, NULL, memory_order_relaxed);
    atomic_store_explicit(&block->host, outer, memory_order_relaxed);
    atomic_store(&block->epoch, 0);
    return completed;
}
