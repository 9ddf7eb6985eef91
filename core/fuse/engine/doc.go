// Package engine puts the parts together: from input DAGs to their fusion, and from the steps
// of a run to the states along it.
//
//	distinct.go  equal inputs, which are worked on once
//	fuse.go      the fusion; what the input DAGs are to a whole consensus
//	replay.go    the way along a run, without a search; a run that goes on from its steps
//	state.go     the outputs of a state
//	votes.go     how many DAGs have an arc
//	profile.go   measures of the states of a run, and of any graphs
//	enough.go    where a run for θ = "auto" can end
//
// # The seam
//
// Inputs is all that the algorithms use of the input DAGs. It joins fusion.Inputs and
// consensus.Inputs: numbers to be summed (sink costs, cut sizes) and commands (make this node a
// sink, remove your own cut). Every method can fail and can be cancelled. Package core/fuse/local holds
// the DAGs in memory and answers. Nothing above the seam looks into a DAG, so other processes can
// answer instead. Package core/internal/testkit/inputstest holds any implementation to the contract.
// Answers at this seam are one for each DAG. Where only sums over DAGs may be seen, another driver
// stands beside the run: core/federate/consensus.
//
// # Memory
//
// The estimates of core/call/memory.go and of the operations are these formulas, twice
// where Go's collector lets as much garbage lie. There are n nodes in rows of w = ⌈n / 64⌉ words,
// r DAGs, E edges of the fusion. A large run collects garbage between its parts, and frees the DAGs as given before
// the order (core/fuse/ops/room.go). The order is made in memory that searches need later. Sparse DAGs of 2,000 nodes
// or more have no ancestors and moral graphs then, so the order takes the most.
//
//	inputs: parents, children, ancestors and moral graph of each DAG   4 · 8 · r · n · w + 200 · r
//	sparse inputs of 2,000 nodes or more: parents, children and lists  2 · 8 · r · n · w + 200 · r + 32 · arcs
//	inputs of up to 64 nodes, which have no moral graphs               3 · 8 · r · n · w + 200 · r
//	of 512 such DAGs or more with most arcs in common: all their arcs  r · arcs / 8
//	the order of these                                                 r · n² / 8 + r · n / 2
//	searches: what each node reached in each DAG                       8 · r · n · w
//	of 2,000 nodes or more, at most                                    8 · r · n · w + 48 · r · n
//	the run: NA and span of each edge                                  2 · 8 · E · w
//	of 2,000 nodes or more, of each edge that is in no family          2 · 8 · E · w + 48 · E
//	the run: cuts of each edge, and what is known of them              2.5 · E · r
//	the run: the edge that joins each pair, up to 4,096 nodes          4 · n²
//	of more nodes                                                      48 · n + 16 · E
//	each open subproblem                                               16 · w + 4 · r + 3 · r / 8
//	one with bounds by adjacency alone, of 2,048 DAGs or more          16 · w + r / 2
//	each worker: what a shared root search reached                     r · n / 8
//	pruning: what was touched and disturbed                            r · n / 4 + 64 · r
//	the steps: each edge that a step cut in a DAG, and kept twice      3 · 16
//	θ by SMHD: the support of each pair                                8 · n²
//	results: the I-maps, if they are asked for                         r · n²
//	agreement: E pairs that two DAGs join; the matrix, three times     r · E / 8 + 8 · r²
//
// Learning takes these. There are N rows of c columns with up to 256 states.
//
//	rows, one byte each                                                N · c
//	bit masks of columns with up to 32 states, at most                 4 · N · c
//	bootstrap: the rows in order, and a resample for each worker       (1 + workers) · N · c
//	each set of variables that is kept                                 8 · c
//	jointly: all rows once more, their sites, and each set kept        N · c + 4 · N, and 16 · c
//	each of at most 64 sets being counted                              4 · N
//	real values: c columns of N rows, as given and as integers         16 · N · c
//	real values: sums of products, and the matrix of determinants      16 · c²
package engine
