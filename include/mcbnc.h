/*
 * mcbnc.h - the C interface of mcbnc: consensus of Bayesian network structures
 * by greedy min-cut analysis (MCBNC).
 *
 * This header is the contract between the engine, a shared library written in
 * Go, and everything that calls it. It is plain C99 and stands alone.
 *
 * ------------------------------------------------------------------ How to use
 *
 * All work is a job: start it with a request (JSON) and input arrays, wait for
 * it a little at a time, read its result (JSON) and its result arrays, free it.
 *
 *     mcbnc_array dags = {"dags", matrices, (int64_t)r * n * n};
 *     mcbnc_job job;
 *     char *text = NULL;
 *     if (mcbnc_job_start("{\"op\":\"run\",\"n\":4,\"r\":3,\"theta\":0.5}",
 *                         &dags, 1, &job, &text) == MCBNC_OK) {
 *         while (mcbnc_job_wait(job, 50) == MCBNC_RUNNING)
 *             ;                          // look at signals, show progress, ...
 *         if (mcbnc_job_result(job, &text, &text) == MCBNC_OK)
 *             mcbnc_job_read(job, "adjacency", consensus, n * n);
 *         mcbnc_job_free(job);
 *     }
 *     mcbnc_string_free(text);
 *
 * -------------------------------------------------------------- The ground rules
 *
 * One runtime. The library brings a Go runtime, with threads of its own. Load it
 * once in a process. It is never unloaded: dlclose has no effect.
 *
 * Threads. Every function may be called from any thread at any time, and several
 * threads may use the same job; freeing a job while others use it is safe.
 * Nothing is kept per thread, and there is no global error state.
 *
 * Fork. A Go runtime does not survive fork(): its threads are gone in the child.
 * In a child every function answers MCBNC_WRONG_PROCESS at once, without entering
 * Go, except mcbnc_abi_version and mcbnc_string_free, which always work. The
 * library notices fork() itself. So a child is refused also where it has the
 * process id that its parent had when the parent loaded the library. A child made
 * by _Fork() or by a raw system call is known by its process id alone. A child
 * that wants to compute must exec, or load a second copy of the library file under
 * another name. A job started before the fork is unknown to that copy, which
 * answers MCBNC_WRONG_PROCESS for it as well. A child made while another thread
 * of the parent was inside malloc has the usual troubles of fork, which no check
 * here can mend.
 *
 * Memory. What you pass in stays yours and is not looked at after the call
 * returns. Strings handed out are yours to free, with mcbnc_string_free. No
 * pointer into the engine's memory ever comes out. Running out of memory ends
 * the process, as in every Go program.
 *
 * Errors. Functions answer with a status, and never raise, exit or print. Where
 * there is a parameter `char **error`, it may be NULL; if not, *error is set to
 * a string of JSON on failure, to NULL on success and for MCBNC_WRONG_PROCESS.
 * Other outputs are NULL or 0 after a failure.
 *
 *     {"code":3, "message":"dags[2]: it has a cycle: b -> e -> b",
 *      "argument":"dags", "dag":2, "nodes":[1,4,1]}
 *
 * "code" is the status, "message" complete English, using the request's names.
 * The others are left out when they mean nothing: "argument" is the field or
 * array at fault, "dag" the index of the graph, "nodes" node indices (for a
 * cycle its nodes in order, the first again at the end).
 *
 * Indices. Nodes are 0..n-1 as the caller counts, in requests, arrays, results
 * and errors alike. Matrices are in C order, of bytes 0 and 1: A[i*n+j] = 1 means
 * i -> j. Numbers are in the machine's own byte order; arrays may be unaligned.
 *
 * --------------------------------------------------------------- The request
 *
 * One JSON object in UTF-8. A field not listed here, a value of another type and
 * anything after the closing brace is MCBNC_BAD_REQUEST. A field left out and a
 * field set to null are the same; fields an operation does not use are ignored,
 * though still checked.
 *
 *   "op"          string   what to do, see below
 *   "n"           integer  number of nodes, from 1 to 65536
 *   "r"           integer  number of graphs in "dags" (or in "graphs")
 *   "names"       strings  names of the nodes, for messages only
 *   "theta"       number >= 0, "auto", or null for the whole trajectory
 *   "k_max"       integer >= 0, or null for any size of H
 *   "cap"         integer >= 1, the most that one DAG's cut counts in a score, or null;
 *                 for run, batch, stability, deletion and criticality. What is removed
 *                 from a DAG is its whole cut all the same
 *   "start"       "cpdag" (default) or "dag"
 *   "output"      "extension" (default) or "refusion"
 *   "canonical"   boolean  replace each input by the canonical member of its class
 *   "required"    [[u, v, undirected], ...]  edges that stay: the arc u -> v, or with
 *                 undirected = 1 an edge either way. One that the fusion lacks is added
 *   "forbidden"   the same for edges that must not be: u -> v, or either way, and then
 *                 deleted before any other. Both are kept at every theta, by operations
 *                 run, batch, stability, deletion and state; not with output "refusion",
 *                 nor, where one has a direction, with a seed. What contradicts is
 *                 MCBNC_INVALID_INPUT. In learn they hold for every class on the way;
 *                 there a seed goes with all of them
 *   "method"      "min-fill" (default) or "min-degree", of a triangulation
 *   "seed"        integer  draw ties at random; null: lowest first
 *   "workers"     integer  goroutines to use; 0: one for each core
 *   "time_limit"  seconds > 0 for the deletions of a run, for all runs of a
 *                 stability, for the learning, a climb or an exact_treewidth; or null
 *   "u","v","s"   the nodes of a criticality: two, and a list of others; of a
 *                 deletion: the two
 *   "runs"        integer  number of runs in a batch or a stability
 *   "matrix"      boolean  an agreement's "f1" is wanted
 *   "threshold"   number from 0 to 1: a vote's or an averaged network's; null: the
 *                 operation's own
 *   "kind"        "arcs" (default) or "skeleton": what a vote is on
 *   "cpdag"       boolean  average the DAGs' CPDAGs (default), not the DAGs themselves
 *   "distance"    "smhd" (default) or "shd": what a climb is to lower
 *   "prefix"      integer  how many steps a state is after
 *   "where"       "caller" or "worker", for selftest_panic
 *   "rows"        integers number of rows of each dataset
 *   "width"       1, 2 or 4: the bytes of an element of "data"
 *   "graphs"      integer  number of graphs in "graphs", beside datasets or dags
 *   "score"       "bdeu" (default), "bic" or "aic"
 *   "ess"         number > 0, the equivalent sample size of BDeu; default 1. For
 *                 log_likelihood also 0: frequencies
 *   "max_parents" integer >= 0: no Insert makes a larger family, but of required
 *                 edges where there is no other; null: no cap
 *   "record"      object   of a run to be saved: "mcbnc", the version that writes;
 *                 "nodes", a string, an integer, or a list of these for each;
 *                 "named", boolean; "status", "seconds" and "limit" (the theta at
 *                 which its steps end, or null) of the run; "dropped", the DAGs that
 *                 have the weight 0 for being outliers, rising; "result", null or
 *                 {"theta", "seconds"}, for a state of it rather than all of it
 *
 * Operations, their input arrays (optional ones in brackets; all take ["rank"])
 * and their results. u8, i32, i64, f64 are the elements of input arrays; u1, i4,
 * i8, f8, as numpy writes them, those of result arrays.
 *
 *   run          the consensus
 *                in:  dags u8 (r,n,n), [weights f64 (r)], [order i32 (n), the nodes from
 *                first to last: the order to fuse along, instead of the greedy one. An
 *                order against a direction of "required" or "forbidden" is
 *                MCBNC_INVALID_INPUT]
 *                out: order i4 (n), fusion u1 (n,n), adjacency u1 (n,n), cpdag u1
 *                (n,n); of the k steps: step_edges i4 (k,3) as u, v, undirected;
 *                score i8 (k), psi f8 (k), step_seconds f8 (k); h_ptr i8 (k+1),
 *                h i4, the sets H, that of step i from h_ptr[i] to h_ptr[i+1];
 *                s_ptr, s the same for S; removed i4 (m,4) as step, dag, a, b:
 *                the arcs a -> b removed from the working inputs. "forced" in the
 *                JSON, 0 where left out: so many of the steps, the first, took
 *                forbidden edges away, and theta does not bear on them
 *   batch        many runs on the same DAGs: run k takes DAG i counts[k][i] times
 *                with weight weights[k][i] each, and answers as "run" would
 *                (theta is NaN where none is in force)
 *                in:  dags, [counts i64 (runs,r), from 0], [weights f64 (runs,r)]
 *                out: theta f8 (runs), total_weight i8 (runs), forced i8 (runs), order
 *                i4 (runs,n), fusion, adjacency and cpdag u1 (runs,n,n); and the steps
 *                of all runs, one run after the other, as "run" has them, those of run
 *                k from run_ptr[k] to run_ptr[k+1], run_ptr i8 (runs+1)
 *   stability    the runs of a batch, of each only what it chose
 *                in:  those of batch
 *                out: theta f8 (runs); directed i8 (n,n): [i,j] counts the runs whose
 *                CPDAG has i -> j; undirected i8 (n,n), symmetric; packed u1
 *                (runs,(n*n+7)/8): the runs' DAGs, a row of bits each, the first the
 *                highest. Stopped early, the runs before the first not done
 *   fusion       in:  dags, [order i32 (n), first to last]
 *                out: order, fusion, imaps u1 (r,n,n)
 *   agreement    how far the DAGs agree: the F1 of their skeletons, 1 for two empty ones
 *                in:  dags
 *                out: median f8 (r), of each DAG's F1 with all others, the mean of two
 *                middle ones; NaN where r is 1. threshold f8 (1), half of the median
 *                of these, or NaN. flagged u1 (r): 1 where a median is below it, by
 *                exact fractions. With "matrix", r at most 2^15: f1 f8 (r,r)
 *   vote         a DAG by votes. On arcs: those whose share of the weight is above the
 *                threshold (0.5 unless given), by falling share, unless they close a
 *                cycle. On the skeleton: pairs that such a share joins; v-structures
 *                by majority of the DAGs that have the same path there, its ends not
 *                joined; the other edges so that they make no further v-structure
 *                in:  dags, [weights]
 *                out: adjacency, cpdag u1 (n,n); left_out i4 (k,2): the arcs that would
 *                have closed a cycle; conflicts i4 (m,3): the v-structures a -> c <- b
 *                that were decided on or are in the DAG, but not both; "threshold" in
 *                the JSON
 *   averaged     the averaged network of Scutari and Nagarajan (2013): pairs joined by
 *                a share above the threshold, or by all of the weight, the way that
 *                more of it has them. Without a threshold it is their L1 rule's, the
 *                largest share of a pair that is at most 1/2, or 0
 *                in:  dags, [weights]             out: those of vote
 *   climb        a DAG with no better neighbour: a greedy search by single arcs from
 *                the empty DAG for the least mean SMHD to the inputs, and then SHD of
 *                the arcs; or for the least SHD of the arcs alone
 *                in:  dags, [weights]             out: those of vote, both lists empty
 *   criticality  in:  dags, [weights], [those of deletion: the DAGs after "prefix" steps]
 *                out: "score" and "psi" in the JSON; per_dag i8 (r), what each
 *                cut counts: its size, or "cap" if that is less; cut_ptr i8
 *                (r+1), cuts i4 (m,2): the cut edges of DAG i from cut_ptr[i] on
 *   deletion     the best deletion of the edge between u and v, where a trajectory is
 *                after "prefix" steps; if every H has more than k_max nodes, the best
 *                of those
 *                in:  those of state, dags and removed included; [weights]
 *                out: edge i4 (3) as u, v, undirected; h i4 and s i4, the sets
 *   state        in:  fusion u8 (n,n), step_edges i32 (k,3), h_ptr i64 (k+1), h i32,
 *                [dags, removed i32 (m,4): both needed by output "refusion"]
 *                out: adjacency, cpdag, after "prefix" steps of that trajectory
 *   profile      in:  those of state, dags, prefixes i64 (p), rising; [weights]
 *                out: edges i8 (p), smhd f8 (p), treewidth i8 (p) of each state; rank i8
 *                (p), how many of the others "auto" prefers: those of less exact SMHD, or
 *                of the same with fewer edges. "smhd" is rounded, and may tie
 *   save         a file that tells all of a run, with the options "k_max", "cap",
 *                "start", "canonical" and "seed"; core/runfile describes it
 *                in:  dags, order i32 (n), fusion, score i64 (k), step_seconds f64
 *                (k), step_edges, h_ptr, h, s_ptr i64 (k+1), s i32, removed,
 *                [weights, adjacency u8 (n,n): with a "result", and only then]
 *                out: file u1, JSON in UTF-8
 *   load         in:  file u8; "n" and "r" are not needed
 *                out: "record" in the JSON, with the "options"; the arrays of save,
 *                and psi f8 (k), cpdag u1 (n,n) of adjacency. What is no such file,
 *                a damaged or a newer one is MCBNC_INVALID_INPUT
 *   moral, cpdag in:  graphs u8 (r,n,n)
 *                out: graphs u1 (r,n,n); an undirected edge has both entries set
 *   treewidth    the width that greedy elimination by "method" reaches on the moral
 *                graph of each graph: an upper bound
 *                in:  graphs     out: value i8 (r)
 *   triangulation  what that elimination makes of one moral graph
 *                in:  graphs u8 (1,n,n)
 *                out: value i8 (1); order i4 (n), of elimination; fill i4 (m,2), the
 *                edges put in; adjacency u1 (n,n), the chordal graph, symmetric;
 *                clique_ptr i8 (c+1), cliques i4, its maximal cliques; parent i4 (c),
 *                of each clique in a clique tree, -1 for the root
 *   exact_treewidth  of one moral graph
 *                in:  graphs u8 (1,n,n)
 *                out: those of triangulation, for the least width found; lower i8 (1),
 *                a lower bound: equal to value, value is proved; minor_degree i8 (1),
 *                minor_ptr i8 (b+1), minor i4: sets of nodes, disjoint and each
 *                connected, that contracted to a node each are adjacent to at least
 *                minor_degree others each, so that the treewidth is no less. What lower
 *                is above it was proved by exhausting a search. The status may also be
 *                "memory_limit": the search would have kept more than 512 MiB
 *   smhd, shd    in:  graphs u8 (2,n,n)              out: value i8 (1)
 *   mean_smhd    in:  graphs u8 (1,n,n), dags, [weights]  out: value f8 (1)
 *   measure      in:  graphs u8 ("graphs",n,n), dags, [weights]
 *                out: of each graph edges i8, treewidth i8 by min-fill, and the weighted
 *                means of its distances to the dags, smhd f8 and shd f8. weight i8 (r),
 *                the weights as integers, see below
 *   learn        a network from each of r datasets, by greedy equivalence search
 *                in:  data, unsigned integers of "width" bytes, dataset after dataset,
 *                each (n,rows): a node's states from 0, row after row; arity i32 (n),
 *                how many states each node may have. "time_limit" is for all of them
 *                out: adjacency u1 (r,n,n), cpdag u1 (r,n,n), total f8 (r), the score of
 *                the DAG in natural logarithms, learn_seconds f8 (r), learn_status u1
 *                (r), 1 where the search was stopped, with the class it had come to;
 *                the steps of all, those of dataset i from step_ptr[i] to
 *                step_ptr[i+1], step_ptr i8 (r+1): step_kind u1 (k), 1 Insert, 2
 *                Delete; step_edges i4 (k,2) as x, y; gain f8 (k); h_ptr i8 (k+1), h
 *                i4, the sets T or H. The first ones put in the required pairs that have
 *                no direction, at whatever gain. "score_title" in the JSON: the score's
 *                name for people, as build_info lists it
 *   scores       in:  graphs u8 (graphs,n,n), data and arity of one dataset
 *                out: value f8 (graphs,n), the score of each node given its parents, and
 *                total f8 (graphs)
 *   log_likelihood   the same of the log probability of the second of two datasets,
 *                by networks that are estimated on the first: as BDeu's prior has it
 *   selftest_panic   panics on purpose, to test how a fault of the engine arrives
 *
 * "dags" and "fusion" must be acyclic. "graphs", and "dags" of mean_smhd and measure, may be
 * DAGs or partially directed graphs that have an extension, an undirected edge
 * having both entries set.
 *
 * "rank" i32 (n), a permutation, is the index by which the engine knows each of
 * the caller's nodes, and so breaks ties: give the rank of each name in sorted
 * order, and the answer does not depend on the order of the columns. Without it
 * nodes are taken as they are counted.
 *
 * "weights" are finite, not negative and not all zero. They become integers in
 * the same proportions, so that scores are exact. The first of these is taken
 * whose sum times n is at most 2^62: integers stay as they are; all are
 * multiplied by the same power of ten, each read as the shortest decimal that
 * denotes it; all are multiplied by a power of two, and rounded. "score" is in
 * these units, and "total_weight" their sum.
 *
 * ---------------------------------------------------------------- The result
 *
 *     {"status":"complete", "seconds":0.1, "theta":0.5, "total_weight":10,
 *      "counts":{"cuts":..., "branches":...}, "phases":{"order":0.01, ...},
 *      "arrays":{"order":{"dtype":"i4","shape":[37],"offset":8}, ...}, "bytes":156}
 *
 * "status" is "complete", "time_limit", "cancelled", or one that an operation names.
 * To be out of time or cancelled is no error: the result is what there was by then,
 * with the arrays for it; "arrays" is empty if there was nothing. "offset", a
 * multiple of 8, and "bytes" say where each is when all are read at once. "phases"
 * are seconds. Fields that mean nothing to an operation are left out.
 */
#ifndef MCBNC_H
#define MCBNC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(MCBNC_BUILDING)
#define MCBNC_API __declspec(dllexport)
#else
#define MCBNC_API
#endif

/* The version of this interface. It rises when something is added; nothing is
 * ever changed or taken away without a new name for the library. */
#define MCBNC_ABI_VERSION 1

/* Status codes: pinned. New ones are added at the end. */
typedef int32_t mcbnc_status;
enum {
    MCBNC_OK = 0,
    MCBNC_RUNNING = 1,       /* the job has not ended yet */
    MCBNC_INVALID_INPUT = 2, /* the data or an option is not acceptable */
    MCBNC_CYCLE = 3,         /* a DAG has a directed cycle or a self-loop */
    MCBNC_BAD_REQUEST = 4,   /* malformed request, wrong arrays, NULL: a bug of the caller */
    MCBNC_BAD_HANDLE = 5,    /* no such job: never started, or freed */
    MCBNC_WRONG_PROCESS = 6, /* the library or the job belongs to a process before a fork */
    MCBNC_NOT_READY = 7,     /* the result of a job that has not ended */
    MCBNC_INTERNAL = 8,      /* a fault of the engine; the message has its stack */
    MCBNC_OUT_OF_MEMORY = 9  /* reserved */
};

/* A job. 0 is none. A number is never used for a second job, and is tagged with
 * the copy of the library that made it; any other number is rejected, never
 * followed. */
typedef uint64_t mcbnc_job;

/* An input array: `bytes` bytes at `data`, which may be NULL if there are none. */
typedef struct mcbnc_array {
    const char *name;
    const void *data;
    int64_t bytes;
} mcbnc_array;

/* What a job is busy with: pinned, and new ones are added at the end. An operation
 * may leave phases out. */
enum {
    MCBNC_PHASE_QUEUED = 0,
    MCBNC_PHASE_ORDER = 1,
    MCBNC_PHASE_IMAPS = 2,
    MCBNC_PHASE_DELETING = 3,
    MCBNC_PHASE_FINISHING = 4,
    MCBNC_PHASE_DONE = 5,
    MCBNC_PHASE_LEARNING = 6,
    MCBNC_PHASE_VOTING = 7, /* a vote or an averaged network */
    MCBNC_PHASE_CLIMBING = 8
};

/* How far a job is. */
typedef struct mcbnc_progress {
    int32_t phase; /* MCBNC_PHASE_... */
    int32_t pad;   /* 0 */
    int64_t edges_at_start;
    int64_t edges_left;
    double psi;     /* of the last step; 0 before the first */
    double seconds; /* since the start; stands still once the job has ended */
} mcbnc_progress;

/* The version of the interface the library has: compare with MCBNC_ABI_VERSION
 * before anything else. Never fails, works in any process. O(1). Since 1. */
MCBNC_API int32_t mcbnc_abi_version(void);

/* Describes the library: sets *json to {"version","abi","go","commit","os",
 * "arch","scores"}, to be freed with mcbnc_string_free. "scores" lists what "score"
 * may be in a request: [{"name","title","doc","parameters"}, ...]. "parameters" are the
 * request's fields that the score reads.
 * Errors: MCBNC_BAD_REQUEST if json is NULL. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_build_info(char **json);

/* Describes the running library: sets *json to {"jobs","goroutines",
 * "heap_bytes"}, all integers, to be freed with mcbnc_string_free. For tests and
 * diagnosis.
 * Errors: MCBNC_BAD_REQUEST if json is NULL. Since 1. */
MCBNC_API mcbnc_status mcbnc_runtime_info(char **json);

/* Checks a request and starts a job on it. request is a NUL-terminated string;
 * arrays are n_arrays input arrays, or NULL if there are none. All of it is
 * checked and copied before the call returns, in time linear in its size. On
 * success *job is the job, to be freed with mcbnc_job_free; otherwise 0.
 * Errors: MCBNC_INVALID_INPUT, MCBNC_CYCLE, MCBNC_BAD_REQUEST. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_start(const char *request, const mcbnc_array *arrays,
                                       int32_t n_arrays, mcbnc_job *job, char **error);

/* Waits until the job has ended, however it did, and is MCBNC_OK then, or
 * MCBNC_RUNNING when timeout_ms milliseconds have passed before. 0 only looks; a
 * negative timeout waits for as long as it takes. Wait 50 ms at a time to stay
 * responsive to signals.
 * Errors: MCBNC_BAD_HANDLE. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_wait(mcbnc_job job, int32_t timeout_ms);

/* Says how far the job is, at any time, without holding it up.
 * Errors: MCBNC_BAD_HANDLE; MCBNC_BAD_REQUEST if out is NULL. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_progress(mcbnc_job job, mcbnc_progress *out);

/* Asks the job to end and returns at once; the job ends within milliseconds, as
 * "cancelled", with what it has by then. On a job that has ended: nothing.
 * Errors: MCBNC_BAD_HANDLE. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_cancel(mcbnc_job job);

/* Gets the result of a job that has ended: sets *json, to be freed with
 * mcbnc_string_free. It may be had any number of times. For a job that ended in
 * an error it is that error: its status, and *error.
 * Errors: the job's own; MCBNC_NOT_READY; MCBNC_BAD_HANDLE; MCBNC_BAD_REQUEST if
 * json is NULL. json and error may be the same pointer. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_result(mcbnc_job job, char **json, char **error);

/* Copies a result array into buffer, which is `bytes` long: exactly the size the
 * result's "shape" and "dtype" come to. With NULL for name it copies all arrays,
 * each to its "offset", into a buffer as long as the result's "bytes"; what lies
 * between them is left as it is. buffer may be NULL if the size is 0.
 * Errors: those of mcbnc_job_result; MCBNC_BAD_REQUEST if there is no such array
 * or its size is another. Linear in bytes. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_read(mcbnc_job job, const char *name, void *buffer,
                                      int64_t bytes);

/* Gives up a job; its number is not valid any more. A job still running is
 * cancelled, and its memory goes when it has ended, which this does not wait for.
 * Errors: MCBNC_BAD_HANDLE, a second free included. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_free(mcbnc_job job);

/* Frees a string that a function of this header handed out. NULL is nothing.
 * Works in any process. O(1). Since 1. */
MCBNC_API void mcbnc_string_free(char *s);

#ifdef __cplusplus
}
#endif

#endif /* MCBNC_H */
