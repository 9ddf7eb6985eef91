/*
 * The functions of mcbnc.h. Each makes sure that this process is the one that
 * loaded the library, and then calls its Go side in exports.go. Those that begin a
 * piece of work also look at the handlers of signals (signals.c). This takes two
 * microseconds, so the short functions that follow them leave it out.
 */
#define MCBNC_BUILDING
#include <stdlib.h>

#include "_cgo_export.h"
#include "signals.h"

#ifdef _WIN32 /* Windows has no fork() */

static int is_home(void) { return 1; }

#else

#include <pthread.h>
#include <unistd.h>

/*
 * The process that loaded the library, or 0 where Go must not be entered.
 *
 * The process id alone does not tell a child from its parent: ids come again
 * after enough forks, and every PID namespace has a process 1. So fork() itself
 * clears home in the child, by a handler that libc runs for every fork() of this
 * process, R's and Python's too. The id is compared as well for children that
 * come about without the handler: by _Fork() or by a raw system call. A page
 * with MADV_WIPEONFORK would be cleared for these too, but only Linux has it, and
 * not every sandbox that looks like Linux.
 */
static pid_t home;

static void forget_process(void) { home = 0; }

__attribute__((constructor)) static void remember_process(void) {
    if (pthread_atfork(NULL, NULL, forget_process) == 0)
        home = getpid();
}

static int is_home(void) { return home != 0 && getpid() == home; }

#endif

/* Outputs are cleared first, so that they are NULL after a failure and never stale. */
static void clear(char **s) {
    if (s != NULL)
        *s = NULL;
}

int32_t mcbnc_abi_version(void) { return MCBNC_ABI_VERSION; }

void mcbnc_string_free(char *s) { free(s); }

mcbnc_status mcbnc_build_info(char **json) {
    clear(json);
    return is_home() ? goBuildInfo(json) : MCBNC_WRONG_PROCESS;
}

mcbnc_status mcbnc_runtime_info(char **json) {
    clear(json);
    return is_home() ? goRuntimeInfo(json) : MCBNC_WRONG_PROCESS;
}

mcbnc_status mcbnc_job_start(const char *request, const mcbnc_array *arrays, int32_t n_arrays,
                             mcbnc_job *job, char **error) {
    clear(error);
    if (job != NULL)
        *job = 0;
    if (!is_home())
        return MCBNC_WRONG_PROCESS;
    keep_handlers_off_go_stacks();
    return goJobStart((char *)request, (mcbnc_array *)arrays, n_arrays, job, error);
}

mcbnc_status mcbnc_job_run(const char *request, const mcbnc_array *arrays, int32_t n_arrays, int32_t timeout_ms,
                           void *buffer, int64_t bytes, int64_t *sizes, mcbnc_job *job, char **error) {
    clear(error);
    if (job != NULL)
        *job = 0;
    if (sizes != NULL)
        sizes[0] = sizes[1] = 0;
    if (!is_home())
        return MCBNC_WRONG_PROCESS;
    keep_handlers_off_go_stacks();
    return goJobRun((char *)request, (mcbnc_array *)arrays, n_arrays, timeout_ms, buffer, bytes, sizes, job, error);
}

mcbnc_status mcbnc_job_wait(mcbnc_job job, int32_t timeout_ms) {
    if (!is_home())
        return MCBNC_WRONG_PROCESS;
    keep_handlers_off_go_stacks_again();
    return goJobWait(job, timeout_ms);
}

mcbnc_status mcbnc_job_progress(mcbnc_job job, mcbnc_progress *out) {
    return is_home() ? goJobProgress(job, out) : MCBNC_WRONG_PROCESS;
}

mcbnc_status mcbnc_job_cancel(mcbnc_job job) {
    if (!is_home())
        return MCBNC_WRONG_PROCESS;
    keep_handlers_off_go_stacks(); /* cancelled by what such a handler told, which R has set anew by now */
    return goJobCancel(job);
}

mcbnc_status mcbnc_job_result(mcbnc_job job, char **json, char **error) {
    clear(json);
    clear(error);
    return is_home() ? goJobResult(job, json, error) : MCBNC_WRONG_PROCESS;
}

mcbnc_status mcbnc_job_read(mcbnc_job job, const char *name, void *buffer, int64_t bytes) {
    return is_home() ? goJobRead(job, (char *)name, buffer, bytes) : MCBNC_WRONG_PROCESS;
}

mcbnc_status mcbnc_job_free(mcbnc_job job) {
    return is_home() ? goJobFree(job) : MCBNC_WRONG_PROCESS;
}
