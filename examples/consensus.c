/*
 * A consensus from C: three hospitals each have a DAG over the same four variables.
 *
 *     cc -I include examples/consensus.c python/mcbnc/_lib/libmcbnc.so \
 *         -Wl,-rpath,$PWD/python/mcbnc/_lib -o consensus && ./consensus
 *
 * include/mcbnc.h describes the functions, the request and the result arrays.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mcbnc.h"

enum { NODES = 4, DAGS = 3 };

static const char *const names[NODES] = {"smoker", "bronchitis", "cough", "visit"};

/* dags[i][u][v] is 1 if DAG i has the arc u -> v. */
static const uint8_t dags[DAGS][NODES][NODES] = {
    {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}},
    {{0, 1, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}},
    {{0, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 0, 0}},
};

/* Ends the program if a call failed. `error` is JSON: what is wrong, and where. */
static void check(mcbnc_status status, char *error) {
    if (status == MCBNC_OK)
        return;
    fprintf(stderr, "status %d: %s\n", (int)status, error ? error : "");
    mcbnc_string_free(error);
    exit(1);
}

int main(void) {
    const char *request = "{\"op\":\"run\",\"n\":4,\"r\":3,\"theta\":0.5,"
                          "\"names\":[\"smoker\",\"bronchitis\",\"cough\",\"visit\"]}";
    const mcbnc_array inputs[] = {{"dags", dags, sizeof dags}};
    uint8_t consensus[NODES][NODES];
    char *json = NULL, *error = NULL;
    mcbnc_job job;

    if (mcbnc_abi_version() != MCBNC_ABI_VERSION) {
        fprintf(stderr, "the library has version %d of the interface\n", (int)mcbnc_abi_version());
        return 1;
    }
    check(mcbnc_job_start(request, inputs, 1, &job, &error), error);
    while (mcbnc_job_wait(job, 50) == MCBNC_RUNNING)
        ; /* a program with a window would look at its events here */
    check(mcbnc_job_result(job, &json, &error), error);
    check(mcbnc_job_read(job, "adjacency", consensus, sizeof consensus), NULL);
    mcbnc_string_free(json);
    mcbnc_job_free(job);

    for (int u = 0; u < NODES; u++)
        for (int v = 0; v < NODES; v++)
            if (consensus[u][v])
                printf("%s -> %s\n", names[u], names[v]);
    return 0;
}
