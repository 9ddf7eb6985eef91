// Package baselines holds simpler methods that make one DAG from many. A consensus is compared with
// them.
//
//	vote.go       Arcs: the vote on arcs
//	skeleton.go   Skeleton: the vote on the skeleton and then on v-structures
//	colliders.go  v-structures: which are voted for, and which the result lacks
//	averaged.go   Averaged: the averaged network of Scutari and Nagarajan (2013)
//	dsep.go       DSep: the vote on d-separation, as in consensusBN
//	climb.go      ClimbSHD and ClimbSMHD: greedy search for the DAG nearest to the inputs, as in
//	              DAGBag (Wang and Peng 2014)
//	moves.go      the moves of ClimbSMHD
//	count.go      Count: the weights of the edges of the inputs
//	reach.go      DAGs that stay acyclic while arcs are added and removed
//
// Fusions whose treewidth is bounded (Torrijos, Gámez and Puerta, CEC 2024 and GECCO 2025):
//
//	problem.go    Problem: the inputs, their order and their I-maps
//	genes.go      Genes: what a search chooses from
//	bounded.go    Bounded: the greedy choice; trimming
//	growing.go    a DAG that takes arcs within a bound
//	copies.go     copies of the inputs that are fused again and again
//	decode.go     what a choice stands for, and how good it is
//	genetic.go    Genetic: the genetic search
//	variation.go  crossing and mutation
//	random.go     a stream of random numbers for each individual
//	snapshots.go  what MCBNC leaves of the inputs within a bound
//	moral.go      moral graphs of parent sets
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
package baselines
