package baselines

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Outcome is the DAG of a baseline, and the decisions of its votes that the DAG does not meet.
type Outcome struct {
	DAG       *graph.DAG
	Directed  *graph.DAG // the directions that the DAG keeps, whatever the votes are; nil: there are none
	Threshold *float64   // the threshold that was used; nil if the method has none
	LeftOut   [][2]int32 // arcs u → v that would have closed a cycle
	Conflicts [][3]int32 // v-structures a → c ← b of the DAG or of the votes, but not of both
}

// Count returns the edge counts of the DAGs as they are counted: of their classes, or of the DAGs themselves (AsItIs). There must
// be at least one DAG. Count fails if ctx ends.
func Count(
	ctx context.Context, dags []*graph.DAG, weights []int64, as func(*graph.DAG) *graph.PDAG, workers int,
) (*metrics.EdgeCounts, error) {
	pdags := make([]*graph.PDAG, len(dags))
	err := parallel.For(ctx, len(dags), workers, func(_, i int) error {
		pdags[i] = as(dags[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	counts := metrics.NewEdgeCounts(dags[0].N)
	for i, p := range pdags {
		counts.Add(p, weights[i])
	}
	return counts, ctx.Err()
}

// AsItIs is the DAG, all edges directed.
func AsItIs(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, equiv.Directed).CPDAG() }

// Voters are the DAGs that vote, with their weights.
type Voters struct {
	DAGs    []*graph.DAG
	Weights []int64
	Seen    []bitset.Set // by DAG: the nodes that it has; nil: each has all

	total  int64
	totals []int64 // (n, n): the weight of the DAGs that have both nodes, if not all have all
}

// NewVoters are DAGs with their weights. Seen has the nodes of each; nil: each has all.
func NewVoters(dags []*graph.DAG, weights []int64, seen []bitset.Set) *Voters {
	v := &Voters{DAGs: dags, Weights: weights, Seen: seen}
	for _, w := range weights {
		v.total += w
	}
	if seen == nil {
		return v
	}
	n := dags[0].N
	v.totals = make([]int64, n*n)
	for k, nodes := range seen {
		for a := range nodes.All() {
			for b := range nodes.All() {
				v.totals[a*n+b] += weights[k]
			}
		}
	}
	return v
}

// weight is the weight of the DAGs that have u and w.
func (v *Voters) weight(u, w int) int64 {
	if v.totals == nil {
		return v.total
	}
	return v.totals[u*v.DAGs[0].N+w]
}

// onPath is PathVotes of the DAGs.
func (v *Voters) onPath(a, c, b int) (voting, inFavour int64) {
	weights := v.Weights
	for i, g := range v.DAGs {
		if !g.Adjacent(a, c) || !g.Adjacent(b, c) || g.Adjacent(a, b) {
			continue
		}
		voting += weights[i]
		if g.Has(a, c) && g.Has(b, c) {
			inFavour += weights[i]
		}
	}
	return voting, inFavour
}

// share is the share of a weight among the DAGs that have u and w; 0 if there are none.
func (v *Voters) share(weight int64, u, w int) float64 { return consensus.Psi(weight, v.weight(u, w)) }

// Arcs is the vote on arcs. The arcs whose share of the weight is above the threshold are added by
// decreasing share (ties: the lowest arc). A share is among the DAGs that have both ends. An arc that would close a cycle is left out. The counts
// must be those of the DAGs themselves.
func Arcs(n int, counts *metrics.EdgeCounts, voters *Voters, threshold float64) *Outcome {
	type voted struct {
		arc
		share float64
	}
	var all []voted
	for u := range n {
		for v := range n {
			w := counts.Directed(u, v)
			if share := voters.share(w, u, v); share > threshold {
				all = append(all, voted{arc{int32(u), int32(v), w}, share})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b voted) int {
		if voters.totals == nil { // weights are exact
			return cmp.Compare(b.weight, a.weight)
		}
		return cmp.Compare(b.share, a.share)
	})
	arcs := make([]arc, len(all))
	for k := range all {
		arcs[k] = all[k].arc
	}
	g := graph.NewReachDAG(n)
	out := &Outcome{DAG: g.DAG, LeftOut: insert(g, arcs)}
	out.Threshold = &threshold
	return out
}

// insertHeaviest returns the DAG to which the arcs are added by decreasing weight (ties: the order of
// the list), without those that would close a cycle.
func insertHeaviest(n int, arcs []arc) *Outcome {
	slices.SortStableFunc(arcs, func(a, b arc) int { return cmp.Compare(b.weight, a.weight) })
	g := graph.NewReachDAG(n)
	return &Outcome{DAG: g.DAG, LeftOut: insert(g, arcs)}
}
