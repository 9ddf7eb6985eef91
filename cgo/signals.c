/*
 * Handlers of signals beside Go.
 *
 * A goroutine's stack has a few kilobytes, and memory of others below it. A handler that runs there
 * overwrites that memory. Hence Go needs SA_ONSTACK, by which the handler runs on a stack of its own. Go adds
 * the flag to the handlers that it finds at its load, and CPython 3.10 and later set it. R and reticulate
 * do not, and R sets its handlers anew each time that they ran. So the flag is added again before Go runs.
 * For a thread without a signal stack, which no thread in Go is, the flag changes nothing.
 *
 * A handler that is set while Go runs already is not seen before the next call.
 */
#include "signals.h"

#ifdef _WIN32 /* Windows has no signals that interrupt a thread */

void keep_handlers_off_go_stacks(void) {}
void keep_handlers_off_go_stacks_again(void) {}

#else

#include <signal.h>
#include <stddef.h>
#include <time.h>

#ifdef CLOCK_MONOTONIC_COARSE /* Linux */
#define COARSE CLOCK_MONOTONIC_COARSE
#else
#define COARSE CLOCK_MONOTONIC
#endif

/*
 * Those that come from outside while a program works. Go sets its own handlers for what a thread does itself,
 * such as SIGSEGV. The list is short because each entry is a system call, of about 0.2 us.
 */
static const int outside[] = {SIGHUP,  SIGINT,  SIGUSR1,   SIGUSR2, SIGALRM, SIGTERM,
                              SIGCHLD, SIGPROF, SIGVTALRM, SIGIO,   SIGWINCH};

/*
 * The tick of the coarse clock at the last look, some milliseconds long. It costs less than a look. Threads may
 * write it at the same time: whichever value stays is one of theirs.
 */
static long looked_at;

static long tick(void) {
    struct timespec now;
    if (clock_gettime(COARSE, &now) != 0)
        return 0;
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((visibility("hidden"))) void keep_handlers_off_go_stacks_again(void) {
    if (__atomic_load_n(&looked_at, __ATOMIC_RELAXED) != tick())
        keep_handlers_off_go_stacks();
}

__attribute__((visibility("hidden"))) void keep_handlers_off_go_stacks(void) {
    __atomic_store_n(&looked_at, tick(), __ATOMIC_RELAXED);
    struct sigaction found;
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        if (sigaction(outside[k], NULL, &found) != 0 || (found.sa_flags & SA_ONSTACK))
            continue;
        if (!(found.sa_flags & SA_SIGINFO) && (found.sa_handler == SIG_DFL || found.sa_handler == SIG_IGN))
            continue;
        found.sa_flags |= SA_ONSTACK;
        sigaction(outside[k], &found, NULL);
    }
}

#endif
