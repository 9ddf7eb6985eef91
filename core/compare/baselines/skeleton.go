package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
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
// The counts must be those of the DAGs themselves (equiv.Directed). Skeleton fails if ctx ends.
func Skeleton(
	ctx context.Context, counts *metrics.EdgeCounts, dags []*graph.DAG, weights []int64, threshold float64, workers int,
) (*Outcome, error) {
	n := dags[0].N
	skeleton := graph.NewPDAG(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			if consensus.Psi(counts.Joined(u, v), counts.Total()) > threshold {
				skeleton.AddUndirected(u, v)
			}
		}
	}
	voted, err := majorityColliders(ctx, skeleton, dags, weights, workers)
	if err != nil {
		return nil, err
	}
	g := newReachDAG(n)
	decided := make([][3]int32, len(voted))
	for k, v := range voted {
		decided[k] = v.triple()
		if a, c, b := int(v.a), int(v.c), int(v.b); !g.reaches(c, a) && !g.reaches(c, b) {
			g.add(a, c)
			g.add(b, c)
		}
	}
	return orientRest(g, skeleton, decided, counts.Directed, &threshold), nil
}

// orientRest returns the DAG of the arcs and of the other edges of the skeleton, oriented by
// equiv.Orient with the votes. Its Conflicts are relative to the v-structures decided. If decided is nil, they are
// relative to the v-structures that the arcs make.
func orientRest(
	arcs *reachDAG, skeleton *graph.PDAG, decided [][3]int32, votes equiv.Votes, threshold *float64,
) *Outcome {
	p := graph.NewPDAG(arcs.N)
	for u := range arcs.N {
		ch, ne := arcs.Ch(u), skeleton.Ne(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			p.AddDirected(u, v)
		}
		for v := ne.Next(u + 1); v >= 0; v = ne.Next(v + 1) {
			if !arcs.Adjacent(u, v) {
				p.AddUndirected(u, v)
			}
		}
	}
	g := equiv.Orient(p, votes)
	if decided == nil {
		decided = colliders(p)
	}
	return &Outcome{
		DAG: g, Threshold: threshold, Conflicts: conflicts(decided, colliders(asPDAG(g, equiv.Directed))),
	}
}
