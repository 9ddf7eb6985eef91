/*
 * The worked example of the paper (MCBNC, appendix E), from C: three DAGs over
 * the nodes w, x, y, z. It prints what it finds and ends with 0 if all of it is
 * as it should be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcbnc.h"

enum { W, X, Y, Z, N };
enum { R = 3 };

static int failures = 0;

static void expect(int holds, const char *what) {
    printf("%-4s %s\n", holds ? "ok" : "FAIL", what);
    failures += !holds;
}

/* Fills in the three DAGs: [i][u][v] is u -> v in DAG i. */
static void fill(uint8_t dags[R][N][N]) {
    memset(dags, 0, sizeof(uint8_t[R][N][N]));
    dags[0][W][X] = dags[0][X][Y] = dags[0][Y][Z] = 1;
    dags[1][W][X] = dags[1][W][Y] = dags[1][X][Z] = 1;
    dags[2][W][X] = dags[2][Y][X] = dags[2][X][Z] = 1;
}

/* Starts a job on the arrays given and waits for its end. */
static mcbnc_job finished(const char *request, const mcbnc_array *arrays, int32_t n_arrays) {
    mcbnc_job job;
    char *error = NULL;
    if (mcbnc_job_start(request, arrays, n_arrays, &job, &error) != MCBNC_OK) {
        printf("%s\n", error);
        mcbnc_string_free(error);
        exit(2);
    }
    while (mcbnc_job_wait(job, 50) == MCBNC_RUNNING) {
        mcbnc_progress p;
        if (mcbnc_job_progress(job, &p) == MCBNC_OK)
            printf("%.1f s: %d edges left\n", p.seconds, (int)p.edges_left);
    }
    return job;
}

/* Is this part of the job's result? */
static int says(mcbnc_job job, const char *part) {
    char *json = NULL, *error = NULL;
    mcbnc_status status = mcbnc_job_result(job, &json, &error);
    int found = status == MCBNC_OK && strstr(json, part) != NULL;
    if (!found)
        printf("status %d, %s %s\n", (int)status, json ? json : "", error ? error : "");
    mcbnc_string_free(json);
    mcbnc_string_free(error);
    return found;
}

/* Is the result array `name` just this? */
static int is(mcbnc_job job, const char *name, const void *wanted, size_t bytes) {
    unsigned char got[256];
    return bytes <= sizeof got && mcbnc_job_read(job, name, got, (int64_t)bytes) == MCBNC_OK &&
           memcmp(got, wanted, bytes) == 0;
}

/* The run from the fusion itself up to 0.5: one edge goes, y -> z. */
static void check_run(const mcbnc_array *dags) {
    static const int32_t order[N] = {W, Y, X, Z};
    static const int32_t edges[1][3] = {{Y, Z, 0}};
    static const int32_t removed[1][4] = {{0, 0, Y, Z}};
    static const int64_t score[1] = {1};
    static const double psi[1] = {1.0 / 3.0};
    uint8_t fusion[N][N] = {{0}}, cpdag[N][N] = {{0}};
    mcbnc_job job = finished("{\"op\":\"run\",\"n\":4,\"r\":3,\"names\":[\"w\",\"x\",\"y\",\"z\"],"
                             "\"theta\":0.5,\"k_max\":10,\"start\":\"dag\"}",
                             dags, 1);
    fusion[W][X] = fusion[W][Y] = fusion[X][Z] = fusion[Y][X] = fusion[Y][Z] = 1;
    cpdag[W][X] = cpdag[X][W] = cpdag[W][Y] = cpdag[Y][W] = 1;
    cpdag[X][Y] = cpdag[Y][X] = cpdag[X][Z] = cpdag[Z][X] = 1;

    expect(says(job, "\"status\":\"complete\""), "the run is complete");
    expect(says(job, "\"total_weight\":3"), "each DAG weighs 1");
    expect(is(job, "order", order, sizeof order), "the order is w, y, x, z");
    expect(is(job, "fusion", fusion, sizeof fusion), "the fusion has five arcs");
    expect(is(job, "step_edges", edges, sizeof edges), "one step, which deletes y -> z");
    expect(is(job, "score", score, sizeof score), "its score is 1");
    expect(is(job, "psi", psi, sizeof psi), "its criticality is 1/3");
    expect(is(job, "removed", removed, sizeof removed), "it is deleted from the first DAG as well");
    expect(is(job, "cpdag", cpdag, sizeof cpdag), "the consensus is in the class of w->x, w->y, x->z, y->x");
    expect(mcbnc_job_free(job) == MCBNC_OK, "the job is given up");
}

/* What one pair alone costs: y and z given x. */
static void check_criticality(const mcbnc_array *dags) {
    static const int64_t per_dag[R] = {1, 0, 0};
    static const int32_t cuts[1][2] = {{Y, Z}};
    mcbnc_job job =
        finished("{\"op\":\"criticality\",\"n\":4,\"r\":3,\"u\":2,\"v\":3,\"s\":[1]}", dags, 1);
    expect(says(job, "\"score\":1"), "the criticality of y, z given x has score 1");
    expect(is(job, "per_dag", per_dag, sizeof per_dag), "all of it from the first DAG");
    expect(is(job, "cuts", cuts, sizeof cuts), "whose cut is y -> z");
    expect(mcbnc_job_free(job) == MCBNC_OK, "the job is given up");
}

/* What a mistake looks like. */
static void check_cycle(uint8_t dags[R][N][N]) {
    mcbnc_array array;
    mcbnc_job job = 1;
    char *error = NULL;
    array.name = "dags";
    array.data = dags;
    array.bytes = R * N * N;
    dags[1][Z][W] = 1;
    expect(mcbnc_job_start("{\"op\":\"run\",\"n\":4,\"r\":3}", &array, 1, &job, &error) == MCBNC_CYCLE,
           "a cycle is refused");
    expect(job == 0, "there is no job then");
    expect(error != NULL && strstr(error, "\"dag\":1,\"nodes\":[0,1,3,0]") != NULL, "the cycle is named");
    mcbnc_string_free(error);
}

int main(void) {
    uint8_t matrices[R][N][N];
    mcbnc_array dags;
    char *info = NULL;

    expect(mcbnc_abi_version() == MCBNC_ABI_VERSION, "the library has the header's version");
    expect(mcbnc_build_info(&info) == MCBNC_OK, "the library describes itself");
    printf("     %s\n", info);
    mcbnc_string_free(info);

    fill(matrices);
    dags.name = "dags";
    dags.data = matrices;
    dags.bytes = sizeof matrices;
    check_run(&dags);
    check_criticality(&dags);
    check_cycle(matrices);
    return failures != 0;
}
