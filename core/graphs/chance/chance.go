package chance

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

const (
	sure   = 10 // standard deviations above the mean at which nothing is drawn
	power  = 4  // as many must be in reach, or the test has no power
	draws  = 20
	closer = 1e-9 // shares of the mean that rounding may hide; a draw decides what is so near
)

// Verdict is the finding that graphs agree no more than chance.
type Verdict struct {
	Shared   int64 // how often two of the graphs join the same pair of nodes
	ByChance int64 // the same of relabelled graphs, the first that agree as much
}

// Tell puts the verdict among the counts of a reply. It does nothing if the verdict is nil.
func (v *Verdict) Tell(counts map[string]int64) {
	if v != nil {
		counts["shared"], counts["shared_by_chance"] = v.Shared, v.ByChance
	}
}

// Find returns nil if the graphs agree more than chance, if the test has no power, or if ctx ends. Each of dags, which have
// the same nodes, stands for times graphs. It costs O(r (n w + m)) for rows of w words and m arcs, and each draw costs as
// much again.
func Find(ctx context.Context, dags []*graph.DAG, times []int64) *Verdict {
	verdict, _ := Judge(ctx, dags, times)
	return verdict
}

// Judge is what Find finds, and whether the graphs agree more than chance. Neither: the test has no power, or ctx ended.
func Judge(ctx context.Context, dags []*graph.DAG, times []int64) (verdict *Verdict, more bool) {
	if len(dags) == 0 || dags[0].N < 2 {
		return nil, false
	}
	shapes, shared := measure(dags, times)
	mean, deviation, most := moments(dags[0].N, shapes)
	near := closer * mean
	if most <= mean+power*deviation+near {
		return nil, false
	}
	if float64(shared) == most || float64(shared) > mean+sure*deviation+near {
		return nil, true
	}
	byChance := draw(ctx, shapes, shared)
	if byChance < shared {
		return nil, ctx.Err() == nil
	}
	return &Verdict{shared, byChance}, false
}

// shape is a graph with edges, as far as chance looks at it.
type shape struct {
	dag      *graph.DAG
	times    int64
	edges    int64 // m of doc.go
	touching int64 // a of doc.go
}

// measure looks at each graph once. The number is the agreement S.
func measure(dags []*graph.DAG, times []int64) ([]shape, int64) {
	n := dags[0].N
	t, degree, shapes := newTally(n), make([]int32, n), make([]shape, 0, len(dags))
	for i, g := range dags {
		if times[i] == 0 {
			continue
		}
		s := shape{dag: g, times: times[i]}
		for v := range n {
			for w, word := range g.Pa(v) {
				for ; word != 0; word &= word - 1 {
					u := bitset.Lowest(w, word)
					t.add(u, v, s.times)
					s.touching += 2 * int64(degree[u]+degree[v]) // d(d−1) rises by 2d
					degree[u]++
					degree[v]++
					s.edges++
				}
			}
		}
		if s.edges > 0 {
			clear(degree)
			shapes = append(shapes, s)
		}
	}
	return shapes, t.agreement()
}

// root is the square root of a variance, which rounding may have made negative.
func root(variance float64) float64 { return math.Sqrt(max(0, variance)) }
