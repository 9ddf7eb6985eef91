package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Skeleton is the vote on the skeleton, followed by a vote on the v-structures.
//
// The skeleton has the pairs that are adjacent in a share of the weight above the threshold. Then
// the v-structures with a majority (majorityColliders) are added by decreasing share. A v-structure
// that would reverse an arc or close a cycle is left out as a whole. The other edges are oriented
// without a further v-structure, if that is possible (equiv.Orient), and as most of the weight has
// them.
//
// Meek's rules are not needed for the other edges: all extensions of a skeleton with given
// v-structures are equivalent, so an edge that the rules would direct has this direction in each of
// them.
//
// Pairs that known forbids are not in the skeleton. Its directions, which must have an order, go in before all v-structures,
// where the skeleton joins their ends. So nothing turns them.
//
// Skeleton fails if ctx ends.
func Skeleton(
	ctx context.Context, n int, ballots Ballots, known *graph.Constraints, threshold float64, workers int,
) (*Outcome, error) {
	pairs, err := askPairs(ctx, n, ballots)
	if err != nil {
		return nil, err
	}
	return direct(ctx, plainSkeleton(n, pairs, known, threshold), ballots, known, threshold, workers)
}

// plainSkeleton are the pairs that Skeleton joins.
func plainSkeleton(n int, pairs []pair, known *graph.Constraints, threshold float64) *graph.PDAG {
	skeleton := graph.NewPDAG(n)
	for _, p := range pairs {
		if u, v := int(p.ends[0]), int(p.ends[1]); !known.Forbids(u, v) && p.share() > threshold {
			skeleton.AddUndirected(u, v)
		}
	}
	return skeleton
}

// direct gives the edges of a skeleton their directions, as Skeleton does.
func direct(
	ctx context.Context, skeleton *graph.PDAG, ballots Ballots, known *graph.Constraints, threshold float64, workers int,
) (*Outcome, error) {
	paths, arcs, err := ballots.Directions(ctx, skeleton)
	if err != nil {
		return nil, err
	}
	voted, err := majorityColliders(ctx, skeleton, paths, workers)
	if err != nil {
		return nil, err
	}
	g, directed := graph.NewReachDAG(skeleton.N), known.Directions()
	if directed != nil {
		for u, v := range directed.All() {
			if skeleton.Ne(u).Has(v) {
				g.Join(u, v)
			}
		}
	}
	decided := make([][3]int32, len(voted))
	for k, v := range voted {
		decided[k] = v.triple
		if a, c, b := int(v.triple[0]), int(v.triple[1]), int(v.triple[2]); !g.Reaches(c, a) && !g.Reaches(c, b) {
			g.Join(a, c)
			g.Join(b, c)
		}
	}
	out := orientRest(g, skeleton, decided, arcs, &threshold)
	out.Directed = directed
	return out, nil
}

// orientRest returns the DAG of the arcs and of the other edges of the skeleton, oriented by
// equiv.Orient with the votes. Its Conflicts are relative to the v-structures decided. If decided is nil, they are
// relative to the v-structures that the arcs make.
func orientRest(
	arcs *graph.ReachDAG, skeleton *graph.PDAG, decided [][3]int32, votes equiv.Votes, threshold *float64,
) *Outcome {
	p := graph.NewPDAG(arcs.N)
	for u, v := range arcs.All() {
		p.AddDirected(u, v)
	}
	for u := range arcs.N {
		for v := range skeleton.Ne(u).All() {
			if !arcs.Adjacent(u, v) {
				p.AddUndirected(u, v)
			}
		}
	}
	g := equiv.Orient(p, votes)
	if decided == nil {
		decided = colliders(p)
	}
	made := colliders(AsItIs(g))
	return &Outcome{DAG: g, Threshold: threshold, Conflicts: conflicts(decided, made)}
}
