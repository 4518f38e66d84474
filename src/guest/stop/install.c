/*
 * Once per process copy of the library: the range of its text, the C library's memory functions, the signal.
 */
#include "stop.h"

#include <dlfcn.h>

#ifdef __linux__
#include <link.h>
#else
#include <mach-o/getsect.h>
#include <mach-o/loader.h>
#endif

struct stop_installed stop_installed;

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
        stop_installed.text_low = low;
        stop_installed.text_high = low + segment->p_memsz;
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
    stop_installed.text_low = (uintptr_t)text;
    stop_installed.text_high = (uintptr_t)text + size;
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
    static const char *const names[STOP_LEAVES] = {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen"};

    /* A C library (or a sanitizer's interceptor) inside our own text range would be jumped out of while it holds
       a lock. localtime_r is the one such function the engine calls. */
    const uintptr_t locking = in_c_library("localtime_r");
    if (!locking || stop_in_text(locking))
        return "the C library is linked into the native module";
    for (int i = 0; i < STOP_LEAVES; i++)
        stop_installed.leaf[i] = in_c_library(names[i]);
    return NULL;
}

static int try_signal(int signal, int forced)
{
    struct sigaction ours, raced;

    if (sigaction(signal, NULL, &stop_installed.previous) != 0)
        return 0;
    if (!forced && ((stop_installed.previous.sa_flags & SA_SIGINFO) || stop_installed.previous.sa_handler != SIG_DFL))
        return 0;
    stop_installed.signal = signal;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = stop_on_signal;
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

/* Whoever handles faults keeps them: this handler passes on all but its own few. On the alternate stack where a
   thread has one, for the sake of handlers that tell stack overflows. */
static const char *handle_faults(void)
{
    struct sigaction ours;

    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = stop_on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGSEGV, NULL, &stop_installed.previous_fault) != 0 || sigaction(SIGSEGV, &ours, NULL) != 0)
        return "the handler for faults could not be installed";
    return NULL;
}

/* Once per process copy of the library; the caller serialises. NULL, or what is in the way. */
const char *stop_install(const void *inside, int forced, int *signal, uintptr_t *low, uintptr_t *high)
{
    const char *problem = find_text_and_pin(inside);
    if (!problem)
        problem = find_leaves();
    if (!problem)
        problem = choose_signal(forced);
    if (!problem)
        problem = handle_faults();
    *signal = stop_installed.signal;
    *low = stop_installed.text_low;
    *high = stop_installed.text_high;
    return problem;
}
