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
// The inputs are distinct DAGs over the same nodes, with integer weights. A share of the weight is
// compared with a float64 as its correctly rounded quotient.
package baselines
