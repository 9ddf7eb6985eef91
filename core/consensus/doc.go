// Package consensus is the deletion run of MCBNC (Algorithm 1). From the class of the fusion
// it deletes edges, the least critical first, and makes the inputs remove what was cut. One
// run gives the state for every θ.
//
// The run:
//
//	run.go         the loop, and the choice of the best deletion
//	step.go        what a step is, and how it is carried out
//	best.go        the best deletion of one edge
//	trajectory.go  what comes of a run
//	inputs.go      all that is known of the input DAGs
//
// What is known:
//
//	edges.go     the edges, and what each offers
//	cuts.go      the cuts of each edge
//	families.go  the edges with one conditioning set, together
//	slots.go     the edge with the lowest key; internal/tournament
//
// What makes keys sharper:
//
//	worker.go     who does it
//	question.go   what is asked, and what follows from the answer
//	roots.go      what the edges with one head share at first
//	lookahead.go  several slots at once
//	ties.go       draws among equals
//	directions.go which deletions keep the required directions
//
// The search over H of one edge is internal/hsearch. What a step changes:
//
//	deletion.go  the class, the edges, the searches over H
//	prune.go     the cuts that no longer stand
package consensus
