/*
 * mcbnc.h - the C interface of mcbnc: consensus of Bayesian network structures
 * by greedy min-cut analysis (MCBNC).
 *
 * This header is the contract between the engine and its callers. The engine is a
 * shared library written in Go. The header is plain C99 and stands alone.
 *
 * ------------------------------------------------------------------ How to use
 *
 * All work is a job. The caller starts a job with a request (JSON) and input
 * arrays, waits for it a little at a time, reads its result (JSON) and its result
 * arrays, and frees it.
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
 * One runtime. The library brings a Go runtime, with threads of its own. Load the
 * library once in a process. The library is never unloaded: dlclose has no effect.
 *
 * Threads. Every function may be called from any thread at any time. Several
 * threads may use the same job. Freeing a job while other threads use it is safe.
 * The library keeps nothing per thread, and there is no global error state.
 *
 * Fork. A Go runtime does not survive fork(): its threads are gone in the child.
 * In a child every function answers MCBNC_WRONG_PROCESS at once, without entering
 * Go. mcbnc_abi_version and mcbnc_string_free are exceptions: they always work.
 * The library notices fork() itself. So a child is refused also where it has the
 * process id that its parent had when the parent loaded the library. A child made
 * by _Fork() or by a raw system call is known by its process id alone.
 * A child that wants to compute must exec, or load a second copy of the library
 * file under another name. A job started before the fork is unknown to that copy,
 * which answers MCBNC_WRONG_PROCESS for it as well. A child made while another
 * thread of the parent was inside malloc has the usual troubles of fork. No check
 * in the library can mend these.
 *
 * Signals. Handlers run on signal stacks (SA_ONSTACK), for the stacks of Go have
 * a few kilobytes. mcbnc_job_start, mcbnc_job_run, mcbnc_job_wait and mcbnc_job_cancel
 * add this flag to the process' handlers of asynchronous signals. A handler without the
 * flag that is set while another thread is inside the library may overwrite memory.
 *
 * Memory. The caller's arrays and strings stay the caller's. The library does not
 * look at them after the call returns. A string that the library hands out belongs
 * to the caller, who frees it with mcbnc_string_free. No pointer into the engine's
 * memory ever comes out. Running out of memory ends the process, as in every Go
 * program. So a request may have a "memory_limit".
 *
 * Errors. Functions answer with a status. They never raise, exit or print. A
 * parameter `char **error` may be NULL. Otherwise *error becomes a string of JSON
 * on failure, and NULL on success and for MCBNC_WRONG_PROCESS. Other outputs are
 * NULL or 0 after a failure.
 *
 *     {"code":3, "message":"dags[2]: it has a cycle: b -> e -> c -> b",
 *      "sentence":"it has a cycle: b -> e -> c -> b",
 *      "argument":"dags", "dag":2, "nodes":[1,4,2,1]}
 *
 *   "code"        the status
 *   "message"     complete English, with the names of the request
 *   "sentence"    what follows the place, where the message begins with the "argument",
 *                 and with "dag" if there is one
 *   "argument"    the field or array at fault
 *   "dag"         the index of the graph or dataset at fault
 *   "nodes"       indices of the nodes at fault; of a cycle the nodes in order, the
 *                 first one again at the end
 *   "bytes"       the memory that the job would take, or took before it was ended
 *   "limit"       the "memory_limit"
 *
 * All but "code" and "message" are left out when they mean nothing.
 *
 * Indices. Nodes are 0..n-1 as the caller counts, in requests, arrays, results and
 * errors alike.
 *
 * Arrays. Matrices are in C order, of bytes 0 and 1: A[i*n+j] = 1 means i -> j.
 * Numbers are in the machine's own byte order. Arrays may be unaligned.
 *
 * --------------------------------------------------------------- The request
 *
 * A request is one JSON object in UTF-8. A field that the operation does not have, a
 * value of another type, one that is there twice, and anything after the closing brace
 * are MCBNC_BAD_REQUEST. A field left out and a field set to null are the same. The
 * fields and arrays of each operation are listed at the end of this comment. A
 * parameter of another score is MCBNC_INVALID_INPUT. The learning of a federation takes
 * its session's options at every party.
 *
 * Every operation:
 *
 *   "op"          string   the operation, see below
 *   "n"           integer  number of nodes, from 1 to 65536
 *   "r"           integer  number of graphs in "dags", or in "graphs" where there
 *                          are no "dags"; number of datasets in learn
 *   "names"       strings  names of the nodes, for messages only
 *   "memory_limit" bytes   > 0, or 0 or null for no limit. A job that would take more
 *                          is MCBNC_OUT_OF_MEMORY. Its input is estimated before it
 *                          is copied, its work before it begins and, in a run, again
 *                          when the fusion is known. What the search then takes is
 *                          looked at each time that a wait ends before the job, with
 *                          what all other jobs take.
 *
 * Operations that share their work; every other one refuses this field:
 *
 *   "workers"     integer  goroutines to use; 0: one for each core. The list below
 *                          has the operations that take it
 *
 * Operations that a time limit ends; every other one refuses this field:
 *
 *   "time_limit"  seconds  > 0, or null. It is for the deletions of a run, all runs of
 *                          a stability, all datasets of a learn, the searches of a
 *                          learn_jointly or learn_union, all resamples of a
 *                          bootstrap, a climb by SMHD, a dsep_vote, a bounded or
 *                          genetic fusion after its order is found, or an
 *                          exact_treewidth
 *
 * Runs and their states:
 *
 *   "theta"       number   >= 0, "auto", or null for the whole trajectory
 *   "k_max"       integer  >= 0, the most nodes that H may have; null: any number
 *   "cap"         integer  >= 1, the most that one DAG's cut counts in a score; null:
 *                          the size of the cut. It is for run, batch, stability,
 *                          deletion, criticalities, evidence and criticality. What is
 *                          removed from a DAG is its whole cut all the same
 *   "start"       word     "cpdag" (default) or "dag"
 *   "output"      word     "extension" (default): the member of the class whose arcs go
 *                          with the DAGs, by weight, after canonical; or "refusion"
 *   "canonical"   boolean  replace each input by the canonical member of its class
 *   "seed"        integer  draw ties at random; null: lowest first. A bootstrap needs
 *                          it, and draws rows by it; its ties are lowest first. A
 *                          genetic fusion and learn_union draw by it; null: 0
 *   "required"    list     [[u, v, undirected], ...], edges that stay: the arc u -> v,
 *                          or with undirected = 1 an edge either way. A required edge
 *                          that the fusion lacks is added
 *   "forbidden"   list     the same for edges that must not be: u -> v, or with
 *                          undirected = 1 an edge either way, which is deleted before
 *                          any other
 *   "slice"       seconds  > 0, or null. So long after the start of the job a run pauses
 *                          between two steps, with the status "paused"; see run
 *   "ended"       word     of a run that goes on: a status. The steps are all there, and
 *                          what is left to do is the result
 *   "prefix"      integer  how many steps a state is after
 *   "u","v","s"   nodes    of a criticality: two nodes and a list of others; of a
 *                          deletion: two nodes
 *   "runs"        integer  number of runs of a batch or a stability, or of resamples
 *                          of a bootstrap
 *   "first"       integer  the number of the first run of a batch or a stability, of the
 *                          first resample of a bootstrap, of the first chain of a
 *                          learn_union, or of the first dataset of a learn; 0 unless it is
 *                          a part of a larger whole. Draws and messages count from it
 *   "record"      object   describes a run to be saved, see save
 *
 * Required and forbidden edges are kept at every theta, by run, batch, stability,
 * deletion, criticalities, evidence, state, states and save. They do not go with
 * output "refusion". If one of them has a direction, they do not go with a seed.
 * If no DAG has all required edges and no forbidden one, they are
 * MCBNC_INVALID_INPUT. In learn and bootstrap they hold for every class on the way,
 * and a seed goes with all of them.
 *
 * A class, such as "cpdag", is that of the DAGs which keep these edges: an edge is
 * undirected if two such DAGs of one Markov equivalence class differ in it. Without
 * such edges it is a CPDAG. averaged, cpdag, shd and measure read classes so too; of a
 * graph whose class has no DAG that keeps the directions they take the CPDAG.
 *
 * Other operations:
 *
 *   "matrix"      boolean  an agreement has "f1" too
 *   "threshold"   number   from 0 to 1, of a vote or an averaged network; null: the
 *                          operation's own. In learn_jointly a share of the DAGs
 *   "share"       number   from 0 to 1, of a dsep_vote; default 0.5
 *   "kind"        word     "arcs" (default) or "skeleton": what a vote is on
 *   "explained"   integer  >= 1, of a vote on the skeleton with seen: a join that the
 *                          rest explains counts one of so many; default 8
 *   "cpdag"       boolean  average the DAGs' classes (default), not the DAGs themselves;
 *                          the same for the counts of a bootstrap
 *   "distance"    word     "smhd" (default) or "shd": what a climb lowers
 *   "max_treewidth" integer >= 0, of a bounded or genetic fusion; default 0
 *   "genes"       word     what these choose from: "fusion" (default), the arcs of the
 *                          fusion; "inputs", the arcs of each input; or "arcs", the arcs
 *                          of the inputs: each stays in all of them or in none
 *   "population"  integer  >= 2, of a genetic fusion; default 100
 *   "generations" integer  >= 1, of a genetic fusion; default 100
 *   "from"        word     the individuals 0 and 1 of a genetic fusion: "greedy" (default),
 *                          "mcbnc" or "random"
 *   "fitness"     word     what a genetic fusion lowers: the mean SMHD to the "inputs"
 *                          (default), or the SMHD to the "fusion"
 *   "row_count"   integer  >= 1, of a pool: the rows behind "strength"; null: there are none
 *   "jointly"     boolean  of a pool: "strength" is 0 or 1, of one structure that was
 *                          learned from several tables, not of resamples
 *   "chance"      word     of a pool: "keep" (default), or "drop": sources whose "chance" is
 *                          below 1.645 have no weight
 *   "method"      word     "min-fill" (default) or "min-degree", of a triangulation
 *   "graphs"      integer  number of graphs in "graphs", where there are datasets or
 *                          "dags" too
 *   "rows"        integers number of rows of each dataset
 *   "width"       integer  1, 2 or 4: the bytes of an element of "data"
 *   "score"       word     "bdeu" (default), "bds", "qnml", "bic" or "aic" for discrete
 *                          data; "bic-g" or "bge" for real-valued data; "bic-cg" or
 *                          "dg" for both beside each other
 *   "ess"         number   > 0, the equivalent sample size of BDeu and BDs; default 1. In
 *                          log_likelihood also 0: frequencies
 *   "penalty"     number   >= 0, the factor of the penalty of bic, bic-g, bic-cg and dg;
 *                          default 1
 *   "values"      word     how bic-cg and dg take real values: as "normal-scores"
 *                          (default), or "raw"
 *   "alpha_mu"    number   >= 1e-10, the rows that BGe's prior of the means counts for;
 *                          default 1
 *   "alpha_w"     number   > n + 1, the degrees of freedom of BGe's prior; default
 *                          n + alpha_mu + 1
 *   "max_parents" integer  >= 0: no Insert makes a larger family, unless a required
 *                          edge cannot be had otherwise; null: no limit
 *   "pairs"       word     of learn_jointly: "votes" (default); "share", those that the
 *                          share "threshold" of the DAGs join, and at least one; "all"
 *   "tables"      boolean  of learn_jointly and a federation's "learning": false for the
 *                          own search alone, which takes no table of counts
 *   "own"         boolean  of the same: false for the pooled search alone, which takes no
 *                          score of a single site's rows. One of the two must be true
 *   "chains"      integer  of a learn_union of states, from 1 to 1024; null: 3
 *   "rounds"      integer  of the same: searches of a chain on filled rows, from 0 to 1024;
 *                          null: 6
 *   "gaps"        boolean  of the same: a cell may be without a value; default false
 *   "where"       word     "caller" or "worker", for selftest_panic
 *   "sign"        string   of cells: what is between two cells, such as ","
 *   "longest"     integer  of cells: the signs that a cell may have
 *   "last"        boolean  of cells: nothing comes behind the part
 *   "lines"       integer  of cells: those before the part
 *   "numbers"     boolean  of cells: columns are numbers where they can be
 *   "blanks"      strings  of cells: texts without a value, beside blanks, in columns of
 *                          numbers; of facts: such texts
 *   "written"     strings  of cells: such texts, for the facts about texts
 *   "sorted"      boolean  of facts: they are about the texts in the order of their bytes
 *   "markers"     strings  of cells and facts: markers of a missing value, in small letters
 *
 * Federations. All parties give the same values, but for "site", "question", "history", "min_cell"
 * and "most":
 *
 *   "task"        word     "consensus"; "vote", on the skeleton; "learning", by counts; or
 *                          "numbers", by sums of products
 *   "site"        integer  of a consensus or a vote: the index of the site that answers, from 0 to r-1
 *   "question"    object   the "question" that federated_next gave
 *   "history"     list     of learning: all questions so far
 *   "union"       word     "or" (default): no one learns how many sites have an arc of
 *                          the union; or "counts"
 *   "member"      word     of a consensus: "votes" (default): the member of the class whose
 *                          arcs go with the DAGs, as in run; or "lowest": the lowest sink
 *                          first, which asks for nothing
 *   "draft"       integer  from 1 to 1024, the most choices that a question is about, the
 *                          certain one included; null: the task's own. It changes the
 *                          number of questions, never the result
 *   "open_above"  integer  from 1 to 4096; of an edge with more deletions the sites send only the
 *                          least cut, until there is a doubt; null: 64
 *   "budget"      integer  >= 1, the most numbers that a question about several choices
 *                          asks for; null: 1000000
 *   "most"        integer  >= 1: the site answers no question that asks for more numbers, or
 *                          for more than "budget" if it is about several choices. That is
 *                          seen before anything is computed, and is MCBNC_INVALID_INPUT about
 *                          "most"; null: no limit
 *   "nodes"       word     of a consensus or a vote: "same" (default); or "union": each site's DAGs have
 *                          some of the nodes
 *   "min_cell"    integer  >= 0: a site sends no table that has a cell from 1 to one less.
 *                          Then "draft" is best 1: a table that is asked for ahead may be
 *                          one that the search does not take
 *   "columns"     word     of learning: "same" (default); or "union": each site has some of
 *                          the columns, and fills the cells of the others by draws
 *   "searches"    integer  with "union", from 1 to 64, each on cells that are filled anew;
 *                          default 3
 *   "same_columns" integer with "union": the least number of sites with the columns of any
 *                          of them; default 1
 *   "place"       integer  with "union": the place of the site that answers among all
 *   "outliers"    word     of learning and numbers: "keep" (default); or "drop": the questions
 *                          have the votes of all, and a site unlike the others sends zeros
 *   "most_rows"   integer  of numbers: the most rows of all sites together; default
 *                          2^20. With fewer, numbers are rounded to more places
 *   "noise"       number   of numbers, from 0 (default): the standard deviation of the noise
 *                          that the sites together have added to each sum, in units of the
 *                          largest number that one row may add to it
 *
 * --------------------------------------------------------------- Input arrays
 *
 * u8, i32, i64, u64 and f64 are the elements of input arrays. u1, i4, i8, u8 and f8,
 * as NumPy writes them, are the elements of result arrays. Arrays in brackets are
 * optional. An array of a wrong length is MCBNC_BAD_REQUEST; a wrong number of
 * weights is MCBNC_INVALID_INPUT.
 *
 *   dags        u8  (r,n,n)   DAGs, or partially directed graphs that have an
 *                             extension. An undirected edge has both entries set
 *   or instead of dags, where few nodes have an arc between them:
 *   arc_ptr     i64 (r+1)     the arcs of DAG k are arc_ptr[k] to arc_ptr[k+1]-1 of all
 *   arcs        i32 (m,2)     from, to. An undirected edge is an arc each way. Their
 *                             order says nothing, nor does an arc that comes again
 *   graphs      u8            as dags; or instead of it graph_ptr and graph_arcs, as arc_ptr
 *                             and arcs
 *   [rank]      i32 (n)       for every operation: a permutation, the index by which
 *                             the engine knows each of the caller's nodes
 *   [weights]   f64 (r)       of the DAGs
 *
 * A partially directed graph stands for its class. Its member is the extension of Dor
 * and Tarsi (1992), the lowest possible sink first by rank. Every operation works on
 * that member; the operation members gives it. A directed cycle is MCBNC_CYCLE. A graph
 * without an extension is MCBNC_INVALID_INPUT, and "nodes" are those of a small part of
 * it that has none. For degree d, an extension takes O(n d^2) operations on rows of n
 * bits. save takes DAGs alone.
 *
 * Rank breaks ties. If rank[k] is the rank of node k's name in sorted order, the
 * answer does not depend on the order of the columns. Without the array the engine
 * numbers the nodes as the caller does.
 *
 * Weights are finite, not negative and not all zero. They become integers in the
 * same proportions, so that scores are exact. "score" is in units of these
 * integers, and "total_weight" is their sum. The integers are the first of these
 * whose sum times n is at most 2^62:
 *
 *   1. weights that are integers stay as they are;
 *   2. each weight is read as the shortest decimal that denotes it, and all are
 *      multiplied by the same power of ten;
 *   3. all are multiplied by the same power of two, and rounded.
 *
 * In runs of DAGs over different nodes their sum is at most 2^28 over the root of n.
 *
 * If graphs of a request come as arcs, those of its result go so, without matrices. In
 * the place of fusion, adjacency and cpdag are fusion_arcs, adjacency_arcs and
 * cpdag_arcs, i4 (m,2), sorted by the nodes; an undirected edge of a class is there both
 * ways. In the place of imaps are imap_ptr and imap_arcs, in that of graphs graph_ptr and
 * graph_arcs, and members has arc_ptr and arcs. A fusion or an adjacency that is an
 * input may come so too, whatever the DAGs are. Only batch, learn_jointly, learn_union
 * and triangulations have matrices in any case. The engine holds n*n bits of each graph,
 * however few bytes its arcs are: see "memory_limit".
 *
 * A list of sets, such as the sets H of k steps, is two arrays. The set of step i is
 * h[h_ptr[i]] to h[h_ptr[i+1]-1], and h_ptr has k+1 elements.
 *
 * ------------------------------------------------------------ Operations: runs
 *
 * run: the consensus.
 *   in    dags, [weights]
 *         [seen]        u1 (r,n)    1 where a DAG has a node; all unless given
 *         [order]       i32 (n)     the nodes from first to last. The inputs are fused
 *                                   along this order, instead of the greedy one. An
 *                                   order against a direction of "required" or
 *                                   "forbidden" is MCBNC_INVALID_INPUT
 *   out   order         i4 (n)      the order in force
 *         fusion        u1 (n,n)
 *         adjacency     u1 (n,n)    the consensus, a DAG
 *         cpdag         u1 (n,n)    its class
 *         step_edges    i4 (k,3)    of each step u, v, undirected
 *         score         i8 (k)
 *         psi           f8 (k)
 *         [step_weight] i8 (k)      what the score is out of, with "seen"
 *         step_seconds  f8 (k)
 *         h_ptr, h      i8 (k+1), i4   the sets H
 *         s_ptr, s      i8 (k+1), i4   the sets S
 *         removed       i4 (m,4)    step, dag, a, b: the arc a -> b that this step
 *                                   removed from this working input
 *         "forced"      in the JSON: the number of first steps, which deleted
 *                       forbidden edges. Theta does not bear on them. 0 is left out
 *         "extended"    in the JSON, as members has it
 *       DAGs over different nodes. With "seen" a DAG has some of the nodes, and no arcs at
 *       the others. A DAG that lacks u or v has no say about the edge. One that joins u
 *       and v given its part of S, and lacks a node of S, counts an eighth. Scores and
 *       weights are in eighths then. They are as without "seen" if each DAG has all nodes.
 *       batch, stability, profile, states, evidence, deletion, criticalities, criticality
 *       and save take "seen" too.
 *       A run in slices. With "slice", adjacency, cpdag and theta are left out, however
 *       the run ends, and theta "auto" cuts off no steps. A slice takes at least one
 *       step, unless it made the fusion or no step is left. The next slice has the
 *       same request, and these results of the one before it among its arrays. The last
 *       job has "ended" in place of "slice". Together they make the run of one job.
 *         [fusion]      u8 (n,n)      with order; then all of the following, too. A
 *                                     slice of DAGs as arcs has fusion_arcs here
 *         [step_edges, h_ptr, h, score, step_seconds, s_ptr, s, removed], and
 *         step_weight if there is one
 *       A run with a "seed" cannot go on. Steps that are no deletions of the states
 *       before them are MCBNC_BAD_REQUEST.
 *
 * batch: many runs on the same DAGs. Run k takes DAG i counts[k][i] times, each with
 * weight weights[k][i], and answers as run would.
 *   in    dags
 *         [counts]      i64 (runs,r)  from 0; 1 throughout unless given
 *         [weights]     f64 (runs,r)  1 throughout unless given
 *   out   theta         f8 (runs)     NaN where no theta is in force
 *         total_weight  i8 (runs)
 *         forced        i8 (runs)
 *         order         i4 (runs,n)
 *         fusion, adjacency, cpdag    u1 (runs,n,n)
 *         run_ptr       i8 (runs+1)   the steps of run k are run_ptr[k] to
 *                                     run_ptr[k+1]-1 of all steps
 *         and the arrays of the steps of run, for all runs one after the other
 *
 * stability: the runs of a batch. Only counts are kept. Stopped early, the
 * result is that of the runs before the first one that is not done.
 *   in    those of batch
 *   out   theta         f8 (runs)
 *         directed      i8 (n,n)    [i,j]: the runs whose class has i -> j
 *         undirected    i8 (n,n)    symmetric: the runs whose class has i - j
 *         packed        u1 (runs,(n*n+7)/8)   the runs' DAGs, a row of bits each, the
 *                                   first entry the highest bit
 *
 * fusion: the union of the inputs' minimal I-maps along one order.
 *   in    dags, [order as in run]
 *   out   order, fusion as in run
 *         imaps         u1 (r,n,n)
 *
 * state: the graph after "prefix" steps of a trajectory found earlier.
 *   in    fusion        u8 (n,n)
 *         step_edges    i32 (k,3)
 *         h_ptr, h      i64 (k+1), i32
 *         [dags], [weights]    whose arcs the extension goes with; without dags the
 *                              lowest sink comes first
 *         [removed i32 (m,4)]  needed by output "refusion", and dags too
 *   out   adjacency, cpdag as in run
 *
 * profile: several states of a trajectory found earlier.
 *   in    fusion, step_edges, h_ptr, h as in state; dags, [weights]
 *         prefixes      i64 (p)     not falling: how many steps each state is after
 *   out   edges         i8 (p)
 *         smhd          f8 (p)      mean SMHD to the DAGs, rounded; it may tie
 *         treewidth     i8 (p)      by min-fill
 *         rank          i8 (p)      how many of the other states "auto" prefers: those
 *                                   of less exact SMHD, or of the same with fewer edges
 *
 * states: several states of a trajectory found earlier, each as what differs from the
 * state before it. The state before the first one has no edges.
 *   in    fusion, step_edges, h_ptr, h, prefixes as in profile; dags, [weights]
 *   out   change_ptr    i8 (p+1)    the changes of state k are change_ptr[k] to
 *                                   change_ptr[k+1]-1
 *         changes       i4 (m,3)    u, v, reversible: the arc u -> v of the state's
 *                                   DAG, and whether the class may turn it. Edges that
 *                                   the steps in between deleted are not listed
 *
 * evidence: the cuts of all steps of a trajectory found earlier, and for each edge that
 * is left after the last step its best deletion, as in deletion, with its cuts.
 *   in    fusion, step_edges, h_ptr, h as in state; dags, [weights]
 *         s_ptr, s      i64 (k+1), i32   the sets S
 *   out   step_edges, score, psi, h_ptr, h, s_ptr, s   as in run, of the best deletions
 *         cuts          i4 (m,4)    deletion, dag, a, b: an edge a - b of the moral
 *                                   graph in the cut of this DAG, the lower rank first.
 *                                   Deletion k is step k, or from the number of steps
 *                                   on the best deletion of an edge that is left
 *
 * deletion: the best deletion of the edge between u and v, after "prefix" steps of a
 * trajectory. If every H has more than k_max nodes, k_max is ignored.
 *   in    fusion, step_edges, h_ptr, h, removed as in state; dags, [weights]
 *   out   edge          i4 (3)      u, v, undirected
 *         h, s          i4          the sets H and S
 *
 * criticalities: the criticality of every edge after "prefix" steps of a trajectory: that
 * of the edge's best deletion, as in deletion.
 *   in    fusion, step_edges, h_ptr, h, removed as in state; dags, [weights]
 *   out   edges         i4 (m,2)    the ends of each edge
 *         psi           f8 (m)
 *         score, step_weight   i8 (m)   with "seen": psi as a fraction
 *         joined, blind, apart i8 (m)   with "seen": how many DAGs join the ends there,
 *                                   how many of these are blind, and how many do not
 *
 * criticality: the criticality of u and v given s in the DAGs. With the arrays of a
 * trajectory, the DAGs are those after "prefix" steps.
 *   in    dags, [weights], [fusion], [step_edges, h_ptr, h], [removed] as in deletion
 *   out   "score", "psi"            in the JSON
 *         per_dag       i8 (r)      what each cut counts: its size, or "cap" if that
 *                                   is less; with "seen", -1 if the DAG lacks an end
 *         blind         u1 (r)      with "seen": 1 where a DAG is blind
 *         cut_ptr       i8 (r+1)
 *         cuts          i4 (m,2)    the cut of DAG i is cuts[cut_ptr[i]] to
 *                                   cuts[cut_ptr[i+1]-1]
 *
 * save: the text of a file that holds all of a run. The request has the run's
 * "k_max", "cap", "start", "canonical", "seed", "required" and "forbidden".
 * core/fuse/runfile describes the file.
 *   in    dags, [weights]
 *         order, fusion, step_edges, h_ptr, h, removed as in run and state
 *         score         i64 (k)
 *         step_seconds  f64 (k)
 *         s_ptr, s      i64 (k+1), i32
 *         [adjacency]   u8 (n,n)    with the record's "result", and only with it
 *         "record"      in the request:
 *             "mcbnc"     the version that writes
 *             "nodes"     of each node a string, an integer, or a list of these
 *             "named"     boolean
 *             "status"    of the run
 *             "seconds"   of the run
 *             "limit"     the theta at which the run's steps end, or null
 *             "forced"    as in run
 *             "dropped"   the DAGs whose weight is 0 for being outliers, rising
 *             "extended"  the DAGs that are members of partially directed inputs,
 *                         rising
 *             "sites"     of each DAG the name of its site, as a name of "nodes"; left
 *                         out if sites have no names
 *             "gaussian"  boolean, left out if false: all DAGs were learned from real
 *                         numbers
 *             "mixed"     boolean, left out if false: a DAG was learned from states and
 *                         real numbers beside each other
 *             "ordered"   boolean, left out if false: the caller gave "order"
 *             "resamples" boolean, left out if false: the DAGs are of resamples
 *             "provenance" an object, left out if there is none: how the run was made.
 *                         The engine keeps it as it is
 *             "result"    null for the whole run, or {"theta", "seconds"} for one
 *                         state of it
 *   out   file          u1          JSON in UTF-8
 *
 * load: the run of a file. A text that is no such file, a damaged file and
 * a file of a newer format are MCBNC_INVALID_INPUT. "n" and "r" are not needed.
 *   in    file          u8
 *   out   "record"      in the JSON, with the options of the run as "options"
 *         the arrays of save
 *         psi           f8 (k)
 *         cpdag         u1 (n,n)    of adjacency, if there is one
 *       With the boolean "as_arcs" all graphs are lists of arcs. Without it there may be
 *       2^30 bytes of dags; with it four times as many pairs of nodes.
 *
 * ------------------------------------------- Operations: agreement and baselines
 *
 * agreement: how far the DAGs agree, by the F1 of their skeletons. Two empty
 * skeletons have F1 1.
 *   in    dags
 *   out   median        f8 (r)      the median of each DAG's F1 with all others: of an
 *                                   even number the mean of the two middle ones. NaN
 *                                   where r is 1
 *         threshold     f8 (1)      half of the median of the medians, or NaN
 *         flagged       u1 (r)      1 where a median is below the threshold, by exact
 *                                   fractions
 *         f1            f8 (r,r)    with "matrix" alone; r is then at most 2^15
 *
 * chance: whether the DAGs agree more than chance would make them. "more_than_chance" in
 * "counts" is 1 if they do. If they agree no more, "counts" has what it has in a run. If
 * that is unknown, it has neither.
 *   in    dags
 *   out   nothing but "counts" in the JSON
 *
 * vote: a DAG by votes. The threshold is 0.5 unless given. A vote on arcs takes the
 * arcs whose share of the weight is above the threshold, by falling share, unless
 * they close a cycle. A vote on the skeleton takes the pairs that such a share joins.
 * A v-structure is then decided by majority of the DAGs that have the same path
 * there, its ends not joined. The other edges get directions that make no further
 * v-structure. A vote on the skeleton keeps "forbidden", and the directions of
 * "required"; whether other pairs are joined is up to the DAGs. With seen it has a
 * second round. A join is explained if no set of the nodes that its DAG has d-separates
 * the two in the class of the first round without the edge between them. It then counts
 * one of "explained", beside the others.
 *   in    dags, [weights]
 *         [seen]        u8 (r,n)    1 where a DAG has a node: a share is of the DAGs that
 *                                   have both ends; default: all
 *   out   adjacency, cpdag  u1 (n,n)
 *         left_out      i4 (k,2)    the arcs that would have closed a cycle
 *         conflicts     i4 (m,3)    the v-structures a -> c <- b that were decided on
 *                                   or are in the DAG, but not both
 *         "threshold"   in the JSON
 *         and on the skeleton with seen:
 *         joined        i4 (p,2)    the pairs that DAGs of weights above 0 join
 *         plain_shares  f8 (p)      the share of the weight that joins each, in full
 *         shares        f8 (p)      the same of the second round
 *         explained     i4 (e,2)    the joins that are explained: the index of the pair in
 *                                   joined, and the DAG
 *         "explained"   in the JSON
 *
 * averaged: the averaged network of Scutari and Nagarajan (2013). It joins the pairs
 * that a share above the threshold joins, or that all of the weight joins. An edge
 * goes the way that more of the weight has it. Without a threshold it is that of
 * their L1 rule: the largest share of a pair that is at most 1/2, or 0.
 *   in    dags, [weights]
 *   out   those of vote
 *
 * climb: a DAG that no single arc betters. A greedy search by single arcs from the
 * empty DAG lowers the mean SMHD to the inputs, and then the SHD of the arcs; or, by
 * "distance", the SHD of the arcs alone.
 *   in    dags, [weights]
 *   out   those of vote, with both lists empty
 *
 * dsep_vote: a DAG by votes on d-separation. From the class of the fusion it deletes the
 * edge, given S, whose ends the greatest share of the weight of the DAGs has d-separated
 * by S, while that is at least "share". It is a run with "cap" 1 that never prunes the
 * DAGs. It uses "k_max" and "start".
 *   in    dags, [weights]
 *   out   those of vote, with both lists empty; "share" in the JSON, no threshold
 *
 * bounded, genetic: a fusion whose min-fill width is at most "max_treewidth", by a
 * greedy or a genetic choice of the "genes". The DAG of a choice has the chosen arcs of
 * the fusion. Or it is the union of the minimal I-maps, along "order", of the chosen
 * arcs of each input; if its width is above the bound, the arcs of most weight go in
 * first, and others are trimmed. DAGs of weight 0 have no part in it.
 *   in    dags, [weights]
 *   out   those of vote, with both lists empty
 *         order         i4 (n)      of the fusion of the DAGs, first to last
 *         kept          i4 (k,2)    the arcs that were chosen
 *         kept_ptr      i8 (m+1)    where each list of "kept" begins, and the end. With
 *                                   the genes "inputs" there is a list for each DAG, else
 *                                   there is one
 *         trimmed       i4 (t,2)    the arcs that were left out at the end
 *         "fitness", "treewidth", "generations"   in the JSON
 *
 * pool: one DAG of opinions and rows. A source says of each pair of nodes that it has how
 * sure it is that the pair is joined, and which way. EM estimates the rates of the sources
 * (Dawid and Skene 1979); the strengths of a bootstrap of rows are one source more. The
 * log-odds of a pair are those of the rows, or of the prior, and those of all sources
 * together, at most 6 either way. The DAG has the pairs of more than 1/2, the surest
 * directions first; a direction that would close a cycle is turned. It has no pair of which
 * no source, row or required edge says anything. Required and forbidden edges are kept.
 *   in    opinions      f64 (r,n,n) from 0 to 1: how sure source k is of i -> j. The two
 *                                   numbers of a pair add up to how sure it is that the
 *                                   pair is joined; both are 1 for an undirected edge.
 *                                   Cycles are allowed
 *         [seen]        u8  (r,n)   1 where a source has a node; default: all
 *         [weights]     f64 (r)     from 0 to 1e6, how often each source counts; default 1
 *         [groups]      i32 (r)     sources of one number >= 0 count as one together
 *       and with "row_count", what rows say:
 *         strength      f64 (n,n)   symmetric: the share of resamples that join a pair
 *         direction     f64 (n,n)   of these the share with i -> j, an undirected edge half
 *         [columns]     u8  (n)     1 where the rows have a node; default: all
 *   out   adjacency, cpdag  u1 (n,n)
 *         probability   f8 (n,n)    symmetric: that a pair is joined
 *         log_odds_rows, log_odds_opinions   f8 (n,n)   symmetric: its two parts
 *         log_odds_direction  f8 (n,n)       of i -> j where there is an edge
 *         entropy       f8 (n,n)    symmetric: of no edge and the two directions, in nats
 *         unseen        i4 (k,2)    the pairs of which nothing is said
 *         decided       i4 (d,2)    those of which it is known whether they are joined
 *         hit, false_alarm   f8 (r) the rates of each source
 *         right_direction    f8 (r), or (r+1) with rows, which are the last: how often its
 *                                   directions are right
 *         weight        f8 (r)      how much each source counts: less if rows show that
 *                                   it is like others
 *         pairs_seen    i8 (r)      the pairs of the nodes that it has
 *         alike         i4 (m,2)    sources that agree where the rows say otherwise
 *         dependence    f8 (m)      how much, from 0 to 1
 *         count_less    u1 (m)      1 where that is above 0.5, so that both count less
 *         if_joined, if_apart   f8 (r)       the log-odds that a source adds for a pair that
 *                                   it surely joins, or surely does not. One that is v sure
 *                                   adds v times the first and 1 - v times the second
 *         if_directed   f8 (r), or (r+1)     the same for i -> j of a sure direction
 *         prior         f8 (1)      the share of pairs that are joined, by the sources
 *         chance        f8 (1)      about standard normal if the sources agree with each
 *                                   other and with the rows no more than chance; NaN if
 *                                   that cannot be known, as of one source
 *         "counts"      in the JSON: "iterations" of the rates; "no_more_than_chance", 1 if
 *                       the sources agree no more; "out_of_reach", 1 if there are no rows, and
 *                       no number of sources would make a pair probable
 *
 * --------------------------------------------------- Operations: graphs, distances
 *
 * members: the DAGs as every operation reads them.
 *   in    dags
 *   out   dags          u1 (r,n,n)
 *         "extended"    in the JSON: those that were partially directed; left out if
 *                       none was
 *
 * moral, cpdag: of each graph.
 *   in    graphs        u8 (r,n,n)
 *   out   graphs        u1 (r,n,n)  an undirected edge has both entries set
 *
 * smhd, shd: the distance of two graphs.
 *   in    graphs        u8 (2,n,n)
 *   out   value         i8 (1)
 *
 * mean_smhd: the weighted mean distance of a graph to the DAGs.
 *   in    graphs        u8 (1,n,n)
 *         dags, [weights]
 *         [seen]        u1 (r,n)    the nodes that each DAG has: then the distances are
 *                                   projected to them
 *   out   value         f8 (1)
 *
 * explained: which joins of DAGs over different nodes the rest of a graph explains.
 *   in    graphs        u8 (1,n,n)
 *         dags, [weights]
 *         seen          u1 (r,n)    the nodes that each DAG has
 *   out   joined, plain_shares, shares, explained   those of vote
 *
 * measure: size, treewidth and mean distances to the DAGs of each graph.
 *   in    graphs        u8 ("graphs",n,n)
 *         dags, [weights]
 *   out   edges         i8 (graphs)
 *         treewidth     i8 (graphs)  by min-fill
 *         smhd, shd     f8 (graphs)  weighted means
 *         weight        i8 (r)       the weights as integers
 *
 * treewidth: the width that greedy elimination by "method" reaches on the moral
 * graph of each graph. It is an upper bound of the treewidth.
 *   in    graphs        u8 (r,n,n)
 *   out   value         i8 (r)
 *
 * triangulation: what that elimination makes of one moral graph.
 *   in    graphs        u8 (1,n,n)
 *   out   value         i8 (1)
 *         order         i4 (n)      of elimination
 *         fill          i4 (m,2)    the edges put in
 *         adjacency     u1 (n,n)    the chordal graph, symmetric
 *         clique_ptr, cliques  i8 (c+1), i4   its maximal cliques
 *         parent        i4 (c)      of each clique in a clique tree, -1 for the root
 *
 * exact_treewidth: the treewidth of one moral graph, or bounds. The status may also
 * be "memory_limit": the search would have kept more than 512 MiB.
 *   in    graphs        u8 (1,n,n)
 *   out   those of triangulation, for the least width found
 *         lower         i8 (1)      a lower bound. If it equals value, value is proved
 *         minor_degree  i8 (1)
 *         minor_ptr, minor  i8 (b+1), i4   sets of nodes, disjoint and each connected
 * Contracted to a node each, the sets of minor are adjacent to at least minor_degree
 * others each, so the treewidth is no less than minor_degree. If lower is above
 * minor_degree, the rest was proved by exhausting a search.
 *
 * ------------------------------------------------------- Operations: learning
 *
 * learn: a network from each of r datasets, by greedy equivalence search.
 *   in    data          of "width" bytes, unsigned: dataset after dataset, each
 *                       (n,rows): a node's states from 0, row after row
 *         arity         i32 (n)     how many states each node may have
 *         values        f64         with a score of real-valued data, in place of data
 *                                   and arity: dataset after dataset, each (n,rows).
 *                                   They are finite, and each column has two values
 *                                   or more. With a score of mixed columns beside
 *                                   arity, which is 0 for a real-valued column: the
 *                                   values of any other are states, from 0
 *   out   adjacency, cpdag  u1 (r,n,n)
 *         total         f8 (r)      the score of the DAG, in natural logarithms
 *         learn_seconds f8 (r)
 *         learn_status  u1 (r)      1 where the search was stopped; the class is then
 *                                   the one that it had reached
 *         dense         i4 (r)      -1, or a node whose neighbours are joined in too many
 *                                   ways for an exact search: so the search made no
 *                                   more than 4 parents
 *         step_ptr      i8 (r+1)    the steps of dataset i are step_ptr[i] to
 *                                   step_ptr[i+1]-1 of all steps
 *         step_kind     u1 (k)      1 Insert, 2 Delete, 3 Turn
 *         step_edges    i4 (k,2)    x, y
 *         gain          f8 (k)
 *         h_ptr, h      i8 (k+1), i4   the sets T or H
 *         "score_title" in the JSON: the score for people: its title, as build_info lists it,
 *                       the parameters that are not as published, and the prior
 *   in    [pair_weights]  f64 (n,n)  symmetric: what a structure's score, "gain" and
 *                                   "total" included, gains by each pair that it joins
 *         [seen]          u8 (r,n)  1 where a dataset has a column: the search is among
 *                                   those, and the score is of those; default: all
 * The first steps put in the required pairs that have no direction, at whatever gain.
 *
 * learn_jointly: one network from the rows of r sites. A family's pooled score is that of
 * all rows together. A family's own score is the sum of the scores of each site's rows.
 * The mix of a DAG is the sum of the larger one over its families, and "pair_weights".
 * With "pairs" = "votes" there are three searches: "pooled" by the pooled score and
 * "mixed" by the larger score, among all pairs, and "own" by the own score, among the
 * pairs that a DAG joins. In the first and third, a pair that k of the r DAGs join adds
 * min(0, log((k + 1/2) / (r - k + 1/2))). Otherwise there are the first two, among the
 * same pairs. Stopped early, they are the classes that were reached, and "voted".
 *   in    data and arity, or values, as in learn; [pair_weights]
 *         dags            the DAG of each site
 *         [voted]         one DAG, the vote of "dags": one more answer, if it is stopped
 *   out   the arrays of learn, with a row for each search: pooled, own and mixed; total
 *         is the mix. Without tables there is one row, own, and its total is the own score.
 *         Without own scores there is one row, pooled, and its total is the pooled score
 *         "counts" in the JSON: "best", the first row with the highest mix;
 *         "pairs", the number of pairs of the pooled search, or of the only one; and
 *         "voted", 1 where the last row is "voted"
 *
 * learn_union: classes from the rows of r sites that have different columns, or cells
 * without a value. Each chain fills these cells and those of the columns that a site lacks,
 * and searches. Chains differ in their draws. core/learn/over/doc.go has the rule and the
 * draws. A pair that no row has is joined only if it is required. Stopped early, the chains
 * are where they were.
 *   in    data, arity       discrete; what a site has in a column that it lacks is ignored.
 *                           With "gaps", arity is the state of a cell without a value. A
 *                           column has at most 2^20 states
 *         [seen]      u8 (r,n)    1 where a site has a column, else 0; default: 1
 *         [dags]          the DAG of each site, without arcs at columns that it lacks;
 *                         default: no pair has a penalty
 *         [pair_weights]
 *   out   the arrays of learn, with a row for each chain; total is the DAG's mix on its
 *         filled rows, NaN if there was no search on them; steps are those of the last
 *         search, and a gain is a multiple of 1e-7
 *         filled      "width" (chains, n*sum(rows))   as data, all cells filled; the rows of
 *                                   a dataset are sorted
 *
 * Of numbers, also beside states, learn_union finds one class by structural EM:
 * core/learn/over/numbers.go has the rule. Nothing is drawn. Stopped early, it is the class of
 * the last search that ended; or the required edges, and total is NaN.
 *   in    values, and arity for scores of both kinds, as in learn, with "gaps". A column that a
 *                           site lacks has NaN in all of its rows
 *         seen, dags, [pair_weights] as above
 *   out   the arrays of learn, of one dataset: those of the last search
 *         information f8 (n,n)    symmetric: the mutual information of two columns
 *
 * bootstrap: a network from each of "runs" resamples of a dataset, by the search of
 * learn. A resample has as many rows as the dataset, drawn with replacement. Stopped
 * early, the result is that of the resamples before the first one that is not done.
 *   in    data and arity, or values, of one dataset; [pair_weights] as in learn
 *   out   directed      i8 (n,n)    [i,j]: the resamples whose class has i -> j
 *         undirected    i8 (n,n)    symmetric: the resamples whose class has i - j
 *         packed        u1 (runs,(n*n+7)/8)   the DAGs, as in stability
 *         dense         i4 (runs)   as in learn
 *         "score_title" as in learn
 * The draws are those of Philox 4x64-10 (Salmon et al. 2011), which is
 * numpy.random.Philox. Draw i of resample k, both counted from 0, is word i mod 4 of
 * the block with the key (seed, 0) and the counter (i / 4 + 1, k, 0, 0). A word x draws
 * the row floor(x * rows / 2^64) of the sorted rows. Rows are sorted by the states of
 * the node of rank 0, then of rank 1, and so on. Rows of real values are sorted by the
 * values.
 *
 * scores: the score of each node given its parents, in each graph.
 *   in    graphs        u8 ("graphs",n,n)
 *         data and arity, or values, of one dataset
 *   out   value         f8 (graphs,n)
 *         total         f8 (graphs)
 *
 * log_likelihood: the log probability of the second of two datasets, by networks with
 * parameters estimated on the first one, with BDeu's prior.
 *   in    graphs        u8 ("graphs",n,n)
 *         data, arity of two datasets
 *   out   those of scores
 *
 * federated_next: what the coordinator of a federation does after the rounds so far. It
 * sees no data. In each round all sites answer one question, and the coordinator gets the
 * sum of their answers, modulo 2^64. The next question is a function of the request and
 * of all sums. "r" is the number of sites.
 *   in    sums          u64         the sums of all rounds, one after the other
 *         sums_ptr      i64 (k+1)   the sum of round i is sums[sums_ptr[i]] to
 *                                   sums[sums_ptr[i+1]-1]
 *         [state]       u8          what an earlier job of this federation gave. It
 *                                   saves time: sums are then those of the rounds after
 *                                   that job
 *   out   as long as there is something to ask:
 *         "question"    in the JSON, and arrays whose names begin with q_: what
 *                       federated_answer takes. "counts" has the "length" of the answer
 *         state         u1          stands for all sums so far
 *         at the end the result, without "question"
 * An invalid sum, since a site is out of step or a mask is missing, is mostly
 * noticed, and is MCBNC_INVALID_INPUT about "sums".
 *
 * federated_answer: the answer of one site.
 *   in    secret        u8          a seed that only the site knows, of 32 bytes for
 *                                   learning. Its random numbers are a function of the
 *                                   secret and the question
 *         the arrays of the question, and "question" in the request
 *   out   vector        u8 (m)      the numbers that all sites' vectors are summed of
 * With "masks" each number is a sum over the site's rows of a function of one row, or a
 * function of its one DAG, and a question for anything else makes no sense.
 * A question that makes no sense is MCBNC_BAD_REQUEST about "question" or its arrays.
 *
 * federated_told: whether what a question of "learning" or "numbers" tells of all sites follows
 * from sums that the site has added up itself. "outliers", "columns" and "searches" are those of
 * the session.
 *   in    arity         i32 (n)     as in federated_next
 *         sums, sums_ptr            the sums of the questions in "history"
 *         "question" in the request
 *   out   nothing. A question that does not follow is MCBNC_INVALID_INPUT about "question"
 *
 * With the task "consensus", each site has DAGs. The options of runs hold, but for
 * "seed" and "time_limit".
 *   in    of both               [held] i64 (r), how many DAGs each site has; 1 throughout
 *                               unless given; [weights] f64 (r), of each of a site's DAGs
 *         of federated_next     [order] as in run
 *         of federated_answer   dags u8 (held[site],n,n), the site's; with "nodes" "union"
 *                               also seen u8 (held[site],n), 1 where a DAG has a node
 *         of a question         q_order i32, q_arcs i32 (m,2), q_steps i32 (k,2),
 *                               q_h_ptr i64 (k+1), q_h i32, q_open i32 (m,2),
 *                               q_only i32 (m,2): nodes as the coordinator counts. A
 *                               site that counts otherwise translates them
 *   out   the arrays of run without removed, as run gives them with all DAGs in one
 *         place. "step_seconds" are 0. "counts" in the JSON: "rounds" and "numbers",
 *         which each site has sent. With "nodes" "union" also together i4 (n,n), how many
 *         DAGs of some weight have both nodes, and where a theta is in force unsure i4 (m,2):
 *         the edges of adjacency whose every join explained would list
 * A question is {"kind": ..., "drafted": ...}. The kinds are "costs" and "imaps" of the
 * fusion, "cuts" of the deletions, "morals" of theta "auto", and "arrows" of the member.
 * With "nodes" "union" there are "sees" of together, "joins" of unsure, and "distances" in the
 * place of "morals", with "prefixes": how many steps each state is after.
 *
 * With the task "vote", each site has DAGs, and there is no secret. The arrays are those of the
 * task "consensus" without order. "threshold" and with "nodes" "union" "explained" hold.
 *   out   adjacency, cpdag, conflicts as vote gives them of the skeleton with all DAGs in one
 *         place, and "counts" as above. With "nodes" "union" also joined, plain_shares, shares,
 *         together, and unsure
 * The kinds of questions are "sees" of together, "shares" of the pairs, "directions" of a
 * skeleton, and "explained" of the joins.
 *
 * With the task "learning", each site has rows, and the DAG that it learned. The options of
 * learn_jointly hold. All parties have nodes of the same ranks; a question's nodes are ranks.
 *   in    of federated_next     [arity] i32 (n), [pair_weights] as in learn
 *         of federated_answer   [dags] u8 (1,n,n); data and arity as in learn, of one
 *                               dataset; [secret]. "r" is 1. With "columns" "union" also
 *                               [seen] u8 (1,n), 1 where the site has a column, and [key]
 *                               u64 (2), of the draws
 *   out   those of learn_jointly; with "columns" "union" also together i4 (n,n), how many
 *         sites have both columns
 * A share of the DAGs, and "votes" with tables, take the union "counts". A summed score of
 * sites' own rows may show the counts of each of them.
 * A table that would have more than 2^24 cells is MCBNC_INVALID_INPUT about "tables", and
 * one that a site may not send about "min_cell" or "max_variables".
 *
 * With the task "numbers" the score is "dg", "bge" or "bic-g", "own" is false, and sites send
 * sums of products of their columns: of a state 1 in its rows and 0 elsewhere, and of numbers
 * as whole ones. "pairs" "all" takes one round.
 *   in    both                  [ranges] f64 (n,2): the least and the largest number of each
 *                               node; not for "dg" of normal scores
 *         of federated_next     arity i32 (n), 0 where a node has numbers; [pair_weights]
 *         of federated_answer   [dags] u8 (1,n,n); values, and for "dg" arity, as in learn,
 *                               of one dataset; [secret]. "r" is 1
 *   out   those of learn_jointly
 *
 * ------------------------------------------------------- Operations: reading tables
 *
 * cells: the columns of a part of a CSV text in UTF-8, without its header. Quotes are
 * as Python's csv module has them with strict=True. Lines end in LF, CR or both. Empty
 * lines are left out, and so are rows at the end of the text that have several cells, all
 * of them blank. "n" is the number of columns.
 *   in    text          u8          as many rows as there are, and what is behind them: the
 *                                   next part begins there
 *   out   "counts" in the JSON: "rows", "used" (bytes of the rows) and "lines" (of these
 *         bytes, and before the part); or a "fault" and its "line": 1 no UTF-8; 2
 *         something behind a closing quote; 3 an open quote; 4 a cell that is too long; 5
 *         a row with another number of "cells", with "alike" if all rows have that many.
 *         A fault has no arrays
 *         firsts, shifts    i8 (k)    rows from number firsts[i] on begin in the line of
 *                                     their number and shifts[i]
 *         counts        i8 (n)      distinct texts of each column; 0: it has numbers
 *         widths        u1 (n)      bytes of its codes, and 32 if it has "point", 64 if it
 *                                   has "comma", 128 if it has "alike"
 *         codes         u1          of the columns with texts, one after the other, each
 *                                   with zeros behind it up to a multiple of 8
 *         text          u1          their distinct texts, sorted, each with a line feed
 *                                   behind it
 *         ends          i4 (k)      where each text ends
 *         facts         u1 (k)      those of the operation facts
 *         point         f8          those of each column in which a text is a number
 *         comma         f8          those of each column in which they differ from "point"
 *         alike         i4          those of each column with two texts that may look the
 *                                   same
 *         values        f8 (k,rows) of the columns with numbers; NaN: no value
 *         known         u1          for each of them a number that shows the decimal sign
 *         known_ends    i8 (k)      where each of these ends
 *       A column is of numbers if every cell is blank, one of "blanks" or a number with a
 *       decimal point, unless there are points, all of which may part thousands.
 *
 * facts: what texts look like. With "sorted" they are sorted first, by their bytes.
 *   in    text          u8          distinct texts, each with a line feed behind it
 *   out   facts         u1 (k)      bits: 1 a number with a decimal point, 2 with a decimal
 *                                   comma, 4 it has a point, 8 a marker, 16 a date, 32 a
 *                                   number with a unit, 128 no value; 64 signs beyond ASCII,
 *                                   or unseen ones: nothing else is known then
 *         point, comma  f8 (k)      the numbers with either decimal sign; NaN: none
 *         [alike]       i4 (k)      the first text that looks the same, if any two may
 *         [order]       i4 (k)      with "sorted": the place of each in the input
 *
 * ------------------------------------------------------ Operations: the engine's own
 *
 * memory: what another operation is estimated to take, without its input. "bytes" in
 * "counts" is that of a refusal by "memory_limit". A fusion is counted with many edges.
 *       "of"          word     the operation, with its task behind a space; "run auto" is
 *                              a run with theta "auto"
 *       "bytes"       integer  of the input's arrays, beside its graphs; default 0
 *       "graphs"      integer  that the input has; default 0
 *       "arcs"        integer  of these; default 0
 *       "columns"     integer  of numbers that stand for the nodes: of a node with k states
 *                              beside nodes with numbers k - 1, and one of others; default n
 *       "pieces"      integer  that workers share: runs, datasets, chains, members of a
 *                              population; default 1
 *   out   nothing but "counts" in the JSON
 *
 * selftest_panic: panics on purpose, to test how a fault of the engine arrives.
 *
 * ---------------------------------------------------------------- The result
 *
 *     {"status":"complete", "seconds":0.1, "theta":0.5, "total_weight":10,
 *      "counts":{"cuts":..., "branches":...}, "phases":{"order":0.01, ...},
 *      "arrays":{"order":{"dtype":"i4","shape":[37],"offset":8}, ...}, "bytes":156}
 *
 *   "status"      "complete", "time_limit", "cancelled", or one that an operation names
 *   "seconds"     since the start of the job
 *   "theta"       the threshold in force
 *   "counts"      of a run or a baseline of DAGs that agree no more than chance would make
 *                 them (core/graphs/chance): "shared", how often two DAGs join the same
 *                 pair of nodes, and "shared_by_chance", the same after the nodes of each
 *                 DAG were shuffled. Else neither is there
 *   "phases"      seconds of each
 *   "arrays"      the result arrays. "offset", a multiple of 8, says where each is when
 *                 all are read at once
 *   "bytes"       the length of the buffer for all arrays
 *
 * Fields that mean nothing to an operation are left out. To be out of time or
 * cancelled is no error: the result is what there was by then, with the arrays for
 * it. If there was nothing, "arrays" is empty.
 *
 * --------------------------------------------- Fields and arrays of each operation
 *
 * Beside "op", "n", "r", "names", "memory_limit" and the array rank. The list is made
 * from the engine. Arrays in brackets may be left out. With a score of real-valued
 * data, values stands in the place of data and arity, and with a score of mixed
 * columns in that of data.
 *
 * requests begin
 *   agreement
 *       fields  workers, matrix
 *       arrays  dags, [arc_ptr], [arcs]
 *   averaged
 *       fields  workers, threshold, cpdag, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   batch
 *       fields  workers, theta, output, k_max, cap, start, canonical, seed, required,
 *               forbidden, runs, first
 *       arrays  dags, [arc_ptr], [arcs], [seen], [counts], [weights]
 *   bootstrap
 *       fields  workers, time_limit, max_parents, search, prior, runs, first, seed,
 *               cpdag, required, forbidden, score, ess, penalty, alpha_mu, alpha_w,
 *               surplus, values, rows, width, gaps
 *       arrays  [pair_weights], data, arity
 *   bounded
 *       fields  workers, time_limit, max_treewidth, genes
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   cells
 *       fields  sign, last, lines, longest, numbers, blanks, written, markers
 *       arrays  text
 *   chance
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   climb
 *       fields  workers, time_limit, distance
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   cpdag
 *       fields  required, forbidden
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   criticalities
 *       fields  workers, k_max, cap, start, canonical, seed, required, forbidden,
 *               prefix
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, removed
 *   criticality
 *       fields  k_max, cap, start, canonical, seed, required, forbidden, u, v, s,
 *               prefix
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], [fusion], [fusion_arcs],
 *               [step_edges], [h_ptr], [h], [removed]
 *   deletion
 *       fields  k_max, cap, start, canonical, seed, required, forbidden, prefix, u, v
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, removed
 *   dsep_vote
 *       fields  workers, time_limit, share, k_max, start
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   evidence
 *       fields  workers, k_max, cap, start, canonical, seed, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, s_ptr, s
 *   exact_treewidth
 *       fields  time_limit
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   explained
 *       fields  workers
 *       arrays  dags, [arc_ptr], [arcs], [weights], seen, graphs, [graph_ptr],
 *               [graph_arcs]
 *   facts
 *       fields  markers, blanks, sorted
 *       arrays  text
 *   federated_answer, task "consensus"
 *       fields  workers, theta, output, task, nodes, union, member, draft,
 *               open_above, budget, k_max, cap, start, canonical, seed, required,
 *               forbidden, site, question, masks, most
 *       arrays  [held], [weights], dags, [seen], q_order, q_arcs, q_steps, q_h_ptr,
 *               q_h, q_open, q_only, secret
 *   federated_answer, task "learning"
 *       fields  workers, task, score, ess, penalty, alpha_mu, alpha_w, surplus,
 *               values, pairs, threshold, tables, own, union, draft, outliers,
 *               columns, searches, same_columns, max_parents, search, prior,
 *               required, forbidden, question, masks, most, max_variables, min_cell,
 *               place, rows, width
 *       arrays  data, arity, [dags], [arc_ptr], [arcs], [secret], [seen], [key]
 *   federated_answer, task "numbers"
 *       fields  workers, task, pairs, threshold, tables, own, union, outliers,
 *               most_rows, noise, max_parents, search, prior, required, forbidden,
 *               question, masks, most, max_variables, min_cell, score, ess, penalty,
 *               alpha_mu, alpha_w, surplus, values, rows, width, gaps
 *       arrays  [ranges], data, arity, [dags], [arc_ptr], [arcs], [secret]
 *   federated_answer, task "vote"
 *       fields  workers, task, nodes, threshold, explained, site, question, masks,
 *               most
 *       arrays  [held], [weights], dags, [seen], q_order, q_arcs, q_steps, q_h_ptr,
 *               q_h, q_open, q_only
 *   federated_next, task "consensus"
 *       fields  workers, theta, output, task, nodes, union, member, draft,
 *               open_above, budget, k_max, cap, start, canonical, seed, required,
 *               forbidden
 *       arrays  [held], [weights], [order], sums, sums_ptr, [state]
 *   federated_next, task "learning"
 *       fields  workers, task, score, ess, penalty, alpha_mu, alpha_w, surplus,
 *               values, pairs, threshold, tables, own, union, draft, outliers,
 *               columns, searches, same_columns, max_parents, search, prior,
 *               required, forbidden, history
 *       arrays  [pair_weights], arity, sums_ptr, sums
 *   federated_next, task "numbers"
 *       fields  workers, task, pairs, threshold, tables, own, union, outliers,
 *               most_rows, noise, score, ess, penalty, alpha_mu, alpha_w, surplus,
 *               values, max_parents, search, prior, required, forbidden, history
 *       arrays  [ranges], [pair_weights], arity, sums_ptr, sums
 *   federated_next, task "vote"
 *       fields  workers, task, nodes, threshold, explained
 *       arrays  [held], [weights], sums, sums_ptr, [state]
 *   federated_told
 *       fields  outliers, columns, searches, question, history
 *       arrays  arity, sums_ptr, sums
 *   fusion
 *       fields  workers
 *       arrays  dags, [arc_ptr], [arcs], [order]
 *   genetic
 *       fields  workers, time_limit, max_treewidth, genes, population, generations,
 *               from, fitness, seed
 *       arrays  dags, [arc_ptr], [arcs], [weights]
 *   learn
 *       fields  workers, time_limit, max_parents, search, prior, seed, required,
 *               forbidden, score, ess, penalty, alpha_mu, alpha_w, surplus, values,
 *               rows, width, gaps, first
 *       arrays  [pair_weights], data, arity, [seen]
 *   learn_jointly
 *       fields  workers, time_limit, max_parents, search, prior, pairs, threshold,
 *               tables, own, required, forbidden, score, ess, penalty, alpha_mu,
 *               alpha_w, surplus, values, rows, width, gaps, first
 *       arrays  [pair_weights], data, arity, dags, [arc_ptr], [arcs], [voted],
 *               [voted_arcs]
 *   learn_union
 *       fields  workers, time_limit, max_parents, search, prior, seed, chains,
 *               rounds, required, forbidden, score, ess, penalty, alpha_mu, alpha_w,
 *               surplus, values, rows, width, gaps, first
 *       arrays  [pair_weights], data, arity, [dags], [arc_ptr], [arcs], [seen]
 *   load
 *       fields  as_arcs
 *       arrays  file
 *   log_likelihood
 *       fields  workers, ess, rows, width, graphs
 *       arrays  data, arity, graphs, [graph_ptr], [graph_arcs]
 *   mean_smhd
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], graphs, [graph_ptr],
 *               [graph_arcs]
 *   measure
 *       fields  workers, required, forbidden, graphs
 *       arrays  dags, [arc_ptr], [arcs], [weights], graphs, [graph_ptr], [graph_arcs]
 *   members
 *       arrays  dags, [arc_ptr], [arcs]
 *   memory
 *       fields  workers, of, bytes, graphs, arcs, columns, pieces
 *   moral
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   pool
 *       fields  workers, chance, row_count, jointly, required, forbidden
 *       arrays  opinions, [weights], [groups], [seen], [strength], [direction],
 *               [columns]
 *   profile
 *       fields  workers, k_max, cap, start, canonical, seed, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, prefixes
 *   run
 *       fields  workers, time_limit, theta, output, slice, ended, k_max, cap, start,
 *               canonical, seed, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], [order], [fusion],
 *               [fusion_arcs], [step_edges], [h_ptr], [h], [s_ptr], [s], [removed],
 *               [score], [step_seconds], [step_weight]
 *   save
 *       fields  record, k_max, cap, start, canonical, seed, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], order, fusion,
 *               [fusion_arcs], step_edges, h_ptr, h, s_ptr, s, removed, score,
 *               step_seconds, [step_weight], [adjacency], [adjacency_arcs]
 *   scores
 *       fields  workers, score, ess, penalty, alpha_mu, alpha_w, surplus, values,
 *               rows, width, gaps, graphs
 *       arrays  data, arity, graphs, [graph_ptr], [graph_arcs]
 *   selftest_panic
 *       fields  where
 *   shd
 *       fields  required, forbidden
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   smhd
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   stability
 *       fields  workers, theta, output, time_limit, k_max, cap, start, canonical,
 *               seed, required, forbidden, runs, first
 *       arrays  dags, [arc_ptr], [arcs], [seen], [counts], [weights]
 *   state
 *       fields  workers, output, k_max, cap, start, canonical, seed, required,
 *               forbidden, prefix
 *       arrays  [dags], [arc_ptr], [arcs], [weights], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, [removed]
 *   states
 *       fields  k_max, cap, start, canonical, seed, required, forbidden
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen], fusion, [fusion_arcs],
 *               step_edges, h_ptr, h, prefixes
 *   treewidth
 *       fields  method
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   triangulation
 *       fields  method
 *       arrays  graphs, [graph_ptr], [graph_arcs]
 *   vote
 *       fields  workers, required, forbidden, threshold, kind, explained
 *       arrays  dags, [arc_ptr], [arcs], [weights], [seen]
 * requests end
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

/* The version of this interface. It rises when something is added. Nothing is ever
 * changed or taken away without a new name for the library. */
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
    MCBNC_OUT_OF_MEMORY = 9  /* the job would take more than "memory_limit" */
};

/* A job. 0 is no job. A number is never used for a second job, and is tagged with
 * the copy of the library that made it. The library rejects any other number, and
 * never takes it for an address. */
typedef uint64_t mcbnc_job;

/* An input array: `bytes` bytes at `data`. data may be NULL if bytes is 0. */
typedef struct mcbnc_array {
    const char *name;
    const void *data;
    int64_t bytes;
} mcbnc_array;

/* What a job is busy with. The numbers are pinned: new ones are added at the end.
 * An operation may leave phases out. */
enum {
    MCBNC_PHASE_QUEUED = 0,
    MCBNC_PHASE_ORDER = 1,
    MCBNC_PHASE_IMAPS = 2,
    MCBNC_PHASE_DELETING = 3,
    MCBNC_PHASE_FINISHING = 4,
    MCBNC_PHASE_DONE = 5,
    MCBNC_PHASE_LEARNING = 6,
    MCBNC_PHASE_VOTING = 7, /* a vote or an averaged network */
    MCBNC_PHASE_CLIMBING = 8,
    MCBNC_PHASE_SEARCHING = 9 /* a bounded or genetic fusion, after its order */
};

/* How far a job is. edges_at_start and edges_left count the edges of a run; in a
 * batch and a stability they count runs, in learn datasets, in a bootstrap resamples,
 * in a bounded fusion arcs to try, in a genetic fusion generations. */
typedef struct mcbnc_progress {
    int32_t phase; /* MCBNC_PHASE_... */
    int32_t pad;   /* 0 */
    int64_t edges_at_start;
    int64_t edges_left;
    double psi;     /* of the last step; 0 before the first */
    double seconds; /* since the start; stands still once the job has ended */
} mcbnc_progress;

/* The version of the interface that the library has. Compare it with
 * MCBNC_ABI_VERSION before anything else. It never fails, and works in any process.
 * O(1). Since 1. */
MCBNC_API int32_t mcbnc_abi_version(void);

/* Describes the library. *json becomes {"version","abi","go","commit","os","arch",
 * "scores"}. "scores" lists what "score" may be in a request: [{"name","title","doc",
 * "parameters"}, ...]. "parameters" are the request's fields that the score reads.
 * The caller frees *json with mcbnc_string_free.
 * Errors: MCBNC_BAD_REQUEST if json is NULL. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_build_info(char **json);

/* Describes the running library, for tests and diagnosis. *json becomes {"jobs",
 * "goroutines","heap_bytes","workers"}, all integers. "workers" is how many a request
 * has that does not say it. The caller frees *json with mcbnc_string_free.
 * Errors: MCBNC_BAD_REQUEST if json is NULL. Since 1. */
MCBNC_API mcbnc_status mcbnc_runtime_info(char **json);

/* Checks a request and starts a job on it. request is a NUL-terminated string.
 * arrays are n_arrays input arrays, or NULL if there are none. All of it is checked
 * and copied before the call returns, in time linear in its size; partially directed
 * graphs take longer. On success *job is the job, which the caller frees with
 * mcbnc_job_free. Otherwise *job is 0.
 * Errors: MCBNC_INVALID_INPUT, MCBNC_CYCLE, MCBNC_BAD_REQUEST. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_start(const char *request, const mcbnc_array *arrays,
                                       int32_t n_arrays, mcbnc_job *job, char **error);

/* Starts a job as mcbnc_job_start does, and waits for it for at most timeout_ms
 * milliseconds, as mcbnc_job_wait does. A small job is done by the calling thread
 * itself, so this is the fastest way to a small result. If the job has ended and its
 * result fits into buffer, which is `bytes` long, the call is all. The first sizes[0]
 * bytes have the arrays, as mcbnc_job_read copies them without a name. The next
 * sizes[1] bytes have the JSON of the result, without a 0 at its end. The job is freed,
 * and *job is 0.
 * Otherwise both sizes are 0, and *job is the job: if the answer is MCBNC_RUNNING, the
 * caller waits for it, and if it is MCBNC_OK, the job has ended and is to be read.
 * Errors: those of mcbnc_job_start; the job's own, and *job is 0; MCBNC_BAD_REQUEST if
 * sizes or job is NULL, or buffer with bytes other than 0. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_run(const char *request, const mcbnc_array *arrays,
                                     int32_t n_arrays, int32_t timeout_ms, void *buffer,
                                     int64_t bytes, int64_t *sizes, mcbnc_job *job,
                                     char **error);

/* Waits until the job has ended, however it did. The answer is then MCBNC_OK. If
 * timeout_ms milliseconds pass before, the answer is MCBNC_RUNNING. With 0 the call
 * only looks. A negative timeout waits for as long as it takes. Wait 50 ms at a time
 * to stay responsive to signals.
 * Errors: MCBNC_BAD_HANDLE. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_wait(mcbnc_job job, int32_t timeout_ms);

/* Says how far the job is, at any time, without holding it up.
 * Errors: MCBNC_BAD_HANDLE; MCBNC_BAD_REQUEST if out is NULL. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_progress(mcbnc_job job, mcbnc_progress *out);

/* Asks the job to end, and returns at once. The job ends within milliseconds, as
 * "cancelled", with what it has by then. A job that has ended stays as it is.
 * Errors: MCBNC_BAD_HANDLE. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_cancel(mcbnc_job job);

/* Gets the result of a job that has ended, any number of times. *json becomes the
 * result, which the caller frees with mcbnc_string_free. If the job ended in an error,
 * the status and *error are those of that error. json and error may be the same
 * pointer.
 * Errors: the job's own; MCBNC_NOT_READY; MCBNC_BAD_HANDLE; MCBNC_BAD_REQUEST if
 * json is NULL. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_result(mcbnc_job job, char **json, char **error);

/* Copies a result array into buffer, which is `bytes` long. bytes is exactly the size
 * of the array by its "shape" and "dtype". If name is NULL, the call copies all
 * arrays, each to its "offset"; bytes is then the result's "bytes", and what lies
 * between the arrays stays as it is. buffer may be NULL if the size is 0.
 * Errors: those of mcbnc_job_result; MCBNC_BAD_REQUEST if there is no such array
 * or its size is another. Linear in bytes. Since 1. */
MCBNC_API mcbnc_status mcbnc_job_read(mcbnc_job job, const char *name, void *buffer,
                                      int64_t bytes);

/* Gives up a job. Its number is not valid any more. A job still running is cancelled.
 * Its memory goes when it has ended; the call does not wait for that.
 * Errors: MCBNC_BAD_HANDLE, for a second free too. O(1). Since 1. */
MCBNC_API mcbnc_status mcbnc_job_free(mcbnc_job job);

/* Frees a string that a function of this header handed out. NULL is ignored. It works
 * in any process. O(1). Since 1. */
MCBNC_API void mcbnc_string_free(char *s);

#ifdef __cplusplus
}
#endif

#endif /* MCBNC_H */
