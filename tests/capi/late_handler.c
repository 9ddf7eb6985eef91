/*
 * Handlers of signals that are set after the load and without SA_ONSTACK, as R sets them. Go's goroutines
 * have stacks of a few kilobytes. A handler that ran on one of them would overwrite other memory.
 *
 *   late_handler SECONDS    ends with 0 if all answers are the same
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "mcbnc.h"

enum { N = 40, R = 200, USED = 8192 };

static volatile sig_atomic_t seen;

static void handler(int signal) {
    volatile char used[USED]; /* on the stack, as any handler may */
    for (int k = 0; k < USED; k += 64)
        used[k] = (char)signal;
    seen = used[0] != 0;
}

/* The order of the nodes, and what else a job answers. NULL: it failed. */
static char *answer(const mcbnc_array *dags, int32_t order[N]) {
    mcbnc_job job = 0;
    char *text = NULL, *request = "{\"op\":\"run\",\"n\":40,\"r\":200,\"theta\":0.5,\"workers\":1}";
    if (mcbnc_job_start(request, dags, 1, &job, NULL) != MCBNC_OK)
        return NULL;
    mcbnc_status status;
    while ((status = mcbnc_job_wait(job, 1)) == MCBNC_RUNNING)
        ;
    if (status == MCBNC_OK && (status = mcbnc_job_read(job, "order", order, N * sizeof *order)) == MCBNC_OK)
        status = mcbnc_job_result(job, &text, NULL);
    mcbnc_job_free(job);
    return text;
}

int main(int count, char **arguments) {
    static uint8_t dags[R * N * N];
    for (int k = 0; k < R; k++)
        for (int v = 1; v < N; v++)
            dags[(k * N + (v * 7 + k) % v) * N + v] = 1;
    mcbnc_array array = {"dags", dags, sizeof dags};
    int32_t expected[N], order[N];
    char *text = answer(&array, expected);
    if (text == NULL)
        return 2;
    mcbnc_string_free(text);

    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {{0, 300}, {0, 300}};
    setitimer(ITIMER_REAL, &often, NULL);

    time_t until = time(NULL) + (count > 1 ? atoi(arguments[1]) : 5);
    while (time(NULL) < until) {
        if ((text = answer(&array, order)) == NULL || memcmp(order, expected, sizeof order) != 0) {
            printf("another answer\n");
            return 1;
        }
        mcbnc_string_free(text);
    }
    return seen ? 0 : 3;
}
