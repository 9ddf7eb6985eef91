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

#else

#include <signal.h>
#include <stddef.h>

/*
 * Those that come from outside while a program works. Go sets its own handlers for what a thread does itself,
 * such as SIGSEGV. The list is short because each entry is a system call, of about 0.2 us.
 */
static const int outside[] = {SIGHUP,  SIGINT,  SIGUSR1,   SIGUSR2, SIGALRM, SIGTERM,
                              SIGCHLD, SIGPROF, SIGVTALRM, SIGIO,   SIGWINCH};

__attribute__((visibility("hidden"))) void keep_handlers_off_go_stacks(void) {
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
