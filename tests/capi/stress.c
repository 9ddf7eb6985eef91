/*
 * Threads that start, wait for, read, cancel and free jobs at random, their own and each other's, with
 * handles that are stale or were never given out. Every status must be one that the header allows.
 *
 *   stress SECONDS SEED [THREADS]    prints the number of calls and of wrong answers; ends with 1 if any is
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mcbnc.h"

enum { N = 6, R = 3, SHARED = 32, MOST = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mcbnc_job shared[SHARED]; /* handles that any thread may use, whether they are freed or not */
static double until;

typedef struct {
    uint64_t state;
    long calls, wrong;
} worker;

static uint64_t next(worker *w) { /* xorshift64, Marsaglia 2003 */
    w->state ^= w->state << 13;
    w->state ^= w->state >> 7;
    w->state ^= w->state << 17;
    return w->state;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void allow(worker *w, const char *call, mcbnc_status got, int allowed) {
    w->calls++;
    if (!allowed) {
        w->wrong++;
        fprintf(stderr, "%s answers %d\n", call, (int)got);
    }
}

/* What a handle gets that was freed, or never given out: it may look like one from before a fork. */
static int unknown(mcbnc_status s) { return s == MCBNC_BAD_HANDLE || s == MCBNC_WRONG_PROCESS; }

static mcbnc_job any_handle(worker *w) {
    mcbnc_job job;
    switch (next(w) % 8) {
    case 0:
        return next(w);
    case 1:
        return next(w) % 1000;
    default:
        pthread_mutex_lock(&lock);
        job = shared[next(w) % SHARED];
        pthread_mutex_unlock(&lock);
        return job;
    }
}

static void start(worker *w) {
    static const char *const requests[] = {
        "{\"op\":\"run\",\"n\":6,\"r\":3,\"theta\":0.5,\"workers\":2}",
        "{\"op\":\"genetic\",\"n\":6,\"r\":3,\"max_treewidth\":2,\"generations\":100000}",
        "{\"op\":\"stability\",\"n\":6,\"r\":3,\"runs\":5000}",
        "{\"op\":\"run\",\"n\":5,\"r\":3}",
        "{\"op\":\"run\",\"n\":6,\"r\":3,\"theta\":}",
        "{\"op\":\"selftest_panic\",\"where\":\"worker\",\"n\":1}",
    };
    uint8_t dags[R][N][N];
    size_t which = next(w) % (sizeof requests / sizeof *requests);
    mcbnc_array array = {"dags", dags, sizeof dags};
    mcbnc_job job = 0;
    char *error = NULL;
    mcbnc_status status;
    memset(dags, 0, sizeof dags);
    for (int k = 0; k < R; k++)
        for (int v = 0; v < N; v++)
            for (int u = 0; u < v; u++)
                dags[k][u][v] = next(w) % 3 == 0;
    if (next(w) % 2 == 0) {
        status = mcbnc_job_start(requests[which], &array, which == 5 ? 0 : 1, &job, &error);
        allow(w, "start", status, status == (which == 3 || which == 4 ? MCBNC_BAD_REQUEST : MCBNC_OK));
    } else {
        static _Thread_local char room[1 << 16];
        int64_t sizes[2];
        status = mcbnc_job_run(requests[which], &array, which == 5 ? 0 : 1, (int32_t)(next(w) % 3), room,
                               next(w) % 4 == 0 ? 100 : (int64_t)sizeof room, sizes, &job, &error);
        allow(w, "run", status,
              which == 3 || which == 4 ? status == MCBNC_BAD_REQUEST
              : which == 5             ? status == MCBNC_INTERNAL || status == MCBNC_RUNNING
                                       : status == MCBNC_OK || status == MCBNC_RUNNING);
        allow(w, "run: sizes", status, (sizes[1] == 0) == (job != 0 || (status != MCBNC_OK && status != MCBNC_RUNNING)));
    }
    mcbnc_string_free(error);
    if (job == 0)
        return;
    pthread_mutex_lock(&lock);
    mcbnc_job *place = &shared[next(w) % SHARED], old = *place;
    *place = job;
    pthread_mutex_unlock(&lock);
    if (old != 0) {
        status = mcbnc_job_free(old);
        allow(w, "free", status, status == MCBNC_OK || status == MCBNC_BAD_HANDLE);
    }
}

static void use(worker *w) {
    mcbnc_job job = any_handle(w);
    mcbnc_progress progress;
    mcbnc_status s;
    char *json = NULL, *error = NULL;
    uint8_t cells[N * N];
    switch (next(w) % 6) {
    case 0:
        s = mcbnc_job_wait(job, (int32_t)(next(w) % 3));
        allow(w, "wait", s, s == MCBNC_OK || s == MCBNC_RUNNING || unknown(s));
        break;
    case 1:
        s = mcbnc_job_progress(job, &progress);
        allow(w, "progress", s, s == MCBNC_OK || unknown(s));
        break;
    case 2:
        s = mcbnc_job_cancel(job);
        allow(w, "cancel", s, s == MCBNC_OK || unknown(s));
        break;
    case 3:
        s = mcbnc_job_result(job, &json, &error);
        allow(w, "result", s,
              s == MCBNC_OK || unknown(s) || s == MCBNC_NOT_READY || s == MCBNC_INTERNAL);
        mcbnc_string_free(json);
        mcbnc_string_free(error);
        break;
    case 4:
        s = mcbnc_job_read(job, "adjacency", cells, next(w) % 4 == 0 ? 1 : (int64_t)sizeof cells);
        allow(w, "read", s,
              s == MCBNC_OK || unknown(s) || s == MCBNC_NOT_READY || s == MCBNC_INTERNAL ||
                  s == MCBNC_BAD_REQUEST);
        break;
    default:
        s = mcbnc_job_free(job);
        allow(w, "free", s, s == MCBNC_OK || unknown(s));
    }
}

static void *work(void *given) {
    worker *w = given;
    while (now() < until)
        (next(w) % 5 == 0 ? start : use)(w);
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[MOST];
    static worker workers[MOST];
    long calls = 0, wrong = 0;
    int many = count > 3 ? atoi(arguments[3]) : 8;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    char *json = NULL;
    if (many < 1 || many > MOST)
        return 2;
    until = now() + (count > 1 ? atof(arguments[1]) : 1);
    for (int k = 0; k < many; k++) {
        workers[k].state = (seed + 1) * 0x9e3779b97f4a7c15u + (uint64_t)k * 0xbf58476d1ce4e5b9u + 1;
        if (pthread_create(&threads[k], NULL, work, &workers[k]) != 0)
            return 2;
    }
    for (int k = 0; k < many; k++) {
        pthread_join(threads[k], NULL);
        calls += workers[k].calls;
        wrong += workers[k].wrong;
    }
    for (int k = 0; k < SHARED; k++)
        mcbnc_job_free(shared[k]);
    if (mcbnc_runtime_info(&json) != MCBNC_OK || strstr(json, "\"jobs\":0") == NULL) {
        fprintf(stderr, "left over: %s\n", json ? json : "");
        wrong++;
    }
    mcbnc_string_free(json);
    printf("{\"calls\": %ld, \"wrong\": %ld}\n", calls, wrong);
    return wrong != 0;
}
