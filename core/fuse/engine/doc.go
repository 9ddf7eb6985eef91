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
package engine
