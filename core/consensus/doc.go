// Package consensus is the deletion run of MCBNC (Algorithm 1): from the class of
// the fusion it deletes edges, the least critical first, and makes the inputs
// remove what was cut. One run gives the state for every θ.
//
// run.go has the loop, step.go carries a step out. candidates.go holds the edges and
// cuts.go the cuts that are known, internal/tournament and seats.go find the edge with the lowest
// bound, refine.go makes a bound sharper, at a worker's desk.go, lookahead.go those of the
// next edges with it, by all workers; update.go takes back what a step made wrong. best.go
// asks about one edge instead of all. family.go treats the edges with one conditioning set
// together, frontier.go and branch.go search over H for the others, head.go for those with
// one head together at first, adapt.go keeps what a step leaves of that search. ties.go
// draws among equals, guide.go keeps to directions. inputs.go is all that is known of the
// DAGs.
package consensus
