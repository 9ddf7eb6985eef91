// Package baselines holds simpler methods that make one DAG from many. A consensus is compared with
// them.
//
//	vote.go       Arcs: the vote on arcs; Count: the weights of the edges of the inputs
//	ballots.go    Ballots: what a vote on the skeleton asks, of DAGs at hand or of a federation
//	skeleton.go   Skeleton: the vote on the skeleton and then on v-structures
//	explained.go  Explained: the same of DAGs over different nodes, in two rounds
//	colliders.go  v-structures: which are voted for, and which the result lacks
//	averaged.go   Averaged: the averaged network of Scutari and Nagarajan (2013)
//	dsep.go       DSep: the vote on d-separation, as in consensusBN
//	climb.go      ClimbSHD and ClimbSMHD: greedy search for the DAG nearest to the inputs, as in
//	              DAGBag (Wang and Peng 2014)
//	moves.go      the moves of ClimbSMHD
//	insert.go     arcs with weights, into a DAG that stays acyclic
//
// Fusions whose treewidth is bounded (Torrijos, Gámez and Puerta, CEC 2024 and GECCO 2025):
//
//	problem.go    Problem: the inputs, their order and their I-maps
//	genes.go      Genes: what a search chooses from
//	bounded.go    Bounded: the greedy choice; trimming
//	growing.go    a DAG that takes arcs within a bound; moral graphs of parent sets
//	copies.go     copies of the inputs that are fused again and again
//	decode.go     what a choice stands for, and how good it is
//	genetic.go    Genetic: the genetic search
//	variation.go  crossing and mutation; a stream of random numbers for each individual
//	snapshots.go  what MCBNC leaves of the inputs within a bound
//
// # Why they are exact and do not depend on an order
//
// The votes see counts: how many inputs join a pair, and how (core/graphs/metrics/edge_counts.go). The climb
// keeps, for each arc, what adding and removing it would change. It renews both only where a moral
// edge comes or goes (moves.go). Sums of distances have 128 bits (core/graphs/metrics/sum.go).
//
// The vote on d-separation is a run of core/fuse/consensus with a cap of 1, a share in place of θ, and
// inputs that are never pruned (dsep.go).
//
// All bounded searches share one order and one set of distinct inputs (problem.go). Inputs are sorted
// by weight and arcs, and genes by arcs, so no order of the caller's counts. A greedy search fuses
// again for each arc (copies.go). The costs of sinks of a copy are kept until the copy changes. A
// copy that agrees with the order is its own I-map. A DAG that grows along one order is measured only
// if its moral graph changes (growing.go).
//
// An individual of the genetic search never changes once it is evaluated, so individuals share the
// I-maps of their inputs. A child asks its parents for the I-map of each input first (part in
// decode.go). Random numbers belong to an individual of a generation, and the best one is found after
// all are evaluated, in their order. So the number of workers does not count.
//
// The inputs are distinct DAGs over the same nodes, with integer weights. A share of the weight is
// compared with a float64 as its correctly rounded quotient.
//
// # What the rest explains
//
// A DAG that lacks z joins x and y where z alone connects them. Such joins would outvote the DAGs that have z and say
// that x and y are apart. So the second round of Explained asks of each join whether the rest explains it. Let C be the
// first round's class, as its extension by the lowest sink first. Let D be C without the arc between x and y. Let V be
// the nodes of the DAG that joins them. The join is explained if and only if no subset of V d-separates x and y in D. It
// then counts one k-th. It counts at all, so that a join that no DAG denies has the
// share 1: a true edge may be explained too.
//
// One set decides for all subsets: Z = V ∩ An(x, y) without x and y, where An(x, y) are x, y and their ancestors in D. If Z
// does not separate, then a path leads from x to y in the moral graph on An(x, y), by nodes that are not in V. Let S be any
// subset of V. The moral graph on the ancestors of x, y and S has the same path, which has no node of S. So S does not
// separate either. The walk of explained.go looks for the path.
//
// No join of a DAG with all nodes is explained: it lacks no node for a path. So DAGs over the same nodes make the plain vote,
// bit for bit. A share is a quotient of whole numbers, rounded once, so neither the order of the
// DAGs nor the scale of their weights counts. Without explained joins it is the quotient of the first round. A pair that no DAG
// has both ends of has no share and is never joined.
//
// What D separates depends on the member of the class, because D lacks an arc. The extension by the lowest sink depends on
// the class alone. So DAGs that differ in reversible arcs only, and votes for their directions, do not count here.
//
// The ancestors of x and y in D are those in C: one end of the arc that went is x, the other y. DAGs with the same V ask once.
package baselines
