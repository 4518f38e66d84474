/*
 * The engine checks itself: an assertion that fails, or a branch that cannot be taken, calls abort(). On a worker in
 * a slice that must end the guest and not the process, and it may: the check comes before the damage, and what it
 * found wrong lies in the arena, which is forgotten after a jump.
 *
 * Linked with --wrap (build.rs), so only calls made by this library's own objects come here. Whatever the C library
 * finds itself (a smashed stack, an overflowed buffer) ends the process as ever, and so does a signal for a wild
 * access: then damage is done, and it may lie anywhere. (Following a null pointer damages nothing: handler.c.)
 */
#include "stop.h"

#include <dlfcn.h>
#include <stdio.h>

/* In Rust: whether this thread unwinds. Its aborts are about itself, and its state would be skipped. */
int stop_panicking(void);

_Noreturn void __wrap_abort(void);
_Noreturn void __wrap___assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);

static void leave_slice(void)
{
    const pthread_t self = pthread_self();
    for (int i = 0; i < STOP_BLOCKS; i++) {
        struct stop_block *block = &stop_table[i];
        if (!atomic_load(&block->attached) || !pthread_equal(block->thread, self))
            continue;
        const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
        if (!atomic_load_explicit(&block->armed, memory_order_relaxed) ||
            atomic_load_explicit(&block->host, memory_order_relaxed) != 0 || here < block->stack_low ||
            here > block->frame || stop_panicking())
            return;
        /* First, so that a kick that comes now finds nothing to do. */
        atomic_store_explicit(&block->armed, 0, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
        atomic_store_explicit(&block->fault, 1, memory_order_relaxed);
        siglongjmp(block->landing, 1);
    }
}

_Noreturn static void real_abort(void)
{
    void (*next)(void) = (void (*)(void))(uintptr_t)dlsym(RTLD_NEXT, "abort");
    if (next)
        next();
    for (;;)
        raise(SIGKILL);
}

_Noreturn void __wrap_abort(void)
{
    leave_slice();
    real_abort();
}

_Noreturn void __wrap___assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)
{
    leave_slice();
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function ? function : "?", assertion);
    real_abort();
}
