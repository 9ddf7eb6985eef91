package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// Skeleton is the vote on the skeleton: pairs that a share of the weight above the
// threshold joins, and then v-structures by majority (votedColliders), by falling
// share, each whole or, where it would turn an arc or close a cycle, not at all. The
// other edges are oriented so that they make no further v-structure, where that can be
// (equiv.Orient). There Meek's rules are not needed: all extensions of a skeleton with
// given v-structures are equivalent, and so what the rules direct is what any of them
// says.
//
// The tally is that of the DAGs.
func Skeleton(
	ctx context.Context, tally *metrics.EdgeCounts, dags []*graph.DAG, weights []int64, threshold float64, workers int,
) (*Outcome, error) {
	n := dags[0].N
	skeleton := graph.NewPDAG(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			if consensus.Psi(tally.Joined(u, v), tally.Total()) > threshold {
				skeleton.AddUndirected(u, v)
			}
		}
	}
	voted, err := votedColliders(ctx, skeleton, dags, weights, workers)
	if err != nil {
		return nil, err
	}
	g := newGrowing(n)
	decided := make([][3]int32, len(voted))
	for k, v := range voted {
		decided[k] = v.triple()
		if a, c, b := int(v.a), int(v.c), int(v.b); !g.reaches(c, a) && !g.reaches(c, b) {
			g.add(a, c)
			g.add(b, c)
		}
	}
	return oriented(g, skeleton, decided, &threshold), nil
}

// oriented is the DAG of the arcs and of the other edges of the skeleton. The v-structures
// decided on are given; nil: they are those that the arcs make.
func oriented(arcs *growing, skeleton *graph.PDAG, decided [][3]int32, threshold *float64) *Outcome {
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
	g := equiv.Orient(p)
	if decided == nil {
		decided = colliders(p)
	}
	return &Outcome{
		DAG: g, Threshold: threshold, Conflicts: conflicts(decided, colliders(asPDAG(g, equiv.Directed))),
	}
}
