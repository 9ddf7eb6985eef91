package flow

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// question is a DAG, a pair of nodes and two disjoint parts of the others. The graph of the DAG has n nodes: those of the DAG,
// and others without arcs, so that it has the form that is wanted.
type question struct {
	dag          oracle.Matrix
	n, u, v      int
	given, extra []int
}

// contract holds all forms to the oracle.
func contract(t *testing.T, check func(t *rapid.T, q question)) {
	for _, of := range []struct {
		form  form
		least int // nodes
	}{{&inAWord{}, 0}, {&inRows{}, 65}, {&inLists{}, 64*bitset.Long - 63}} {
		t.Run(reflect.TypeOf(of.form).Elem().Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				q := drawQuestion(t)
				q.n = max(len(q.dag), of.least)
				require.IsType(t, of.form, q.graph().form)
				check(t, q)
			})
		})
	}
}

func drawQuestion(t *rapid.T) question {
	n := rapid.IntRange(2, 9).Draw(t, "n")
	q := question{dag: oracle.DrawDAG(t, n, "dag")}
	q.u = rapid.IntRange(0, n-1).Draw(t, "u")
	q.v = (q.u + rapid.IntRange(1, n-1).Draw(t, "v")) % n
	for x := range n {
		if x == q.u || x == q.v {
			continue
		}
		switch rapid.IntRange(0, 2).Draw(t, "part") {
		case 0:
			q.given = append(q.given, x)
		case 1:
			q.extra = append(q.extra, x)
		}
	}
	return q
}

// graph is the graph of the DAG as it is now.
func (q question) graph() *Graph {
	dag := graph.NewDAG(q.n)
	for _, arc := range q.dag.Arcs() {
		dag.Add(arc[0], arc[1])
	}
	return NewGraph(dag)
}

// cutters has one Cutter for all draws of a size, so that a cut must leave nothing behind for the next.
var cutters = map[int]Cutter{}

func cutterFor(n int) Cutter {
	if cutters[n] == nil {
		cutters[n] = NewCutter(n)
	}
	return cutters[n]
}

func TestMinCut(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n := q.n
		moral := oracle.AncestralMoral(q.dag, q.u, q.v, q.given)
		size, cut := oracle.MinCut(moral, q.u, q.v)

		given := graphtest.Set(n, q.given...)
		require.Equal(t, size, cutterFor(n).MinCut(q.graph(), q.u, q.v, given, given, NoLimit))
		for limit := range size + 1 {
			require.Equal(t, limit, cutterFor(n).MinCut(q.graph(), q.u, q.v, given, given, limit))
		}
		got := cutterFor(n).CutNearest(q.graph(), q.u, q.v, given)
		require.Equal(t, cut, pairs(got))
		require.Equal(t, size == 0, oracle.DSeparated(q.dag, q.u, q.v, q.given))
	})
}

// With more or fewer nodes removed than the ancestral set is made from, cuts are bounds: those on
// which the search over H rests.
func TestMinCutBounds(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		small, large := graphtest.Set(n, q.given...), graphtest.Set(n, append(q.given, q.extra...)...)
		lower := cutterFor(n).MinCut(g, q.u, q.v, small, large, NoLimit)
		upper := cutterFor(n).MinCut(g, q.u, q.v, large, small, NoLimit)
		for m := range 1 << len(q.extra) {
			s := small.Clone()
			for k, x := range q.extra {
				if m>>k&1 == 1 {
					s.Add(x)
				}
			}
			cut := cutterFor(n).MinCut(g, q.u, q.v, s, s, NoLimit)
			require.LessOrEqual(t, lower, cut)
			require.LessOrEqual(t, cut, upper)
		}
	})
}

// After arcs are removed, the graph is the one that is made from what is left. A cut whose nodes are
// not touched is what it was.
func TestRemove(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		given := graphtest.Set(n, q.given...)
		before := cutterFor(n).CutNearest(g, q.u, q.v, given)

		left := q.dag.Clone()
		var arcs []Arc
		for i := range left {
			for j := range left {
				if left[i][j] && rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
					arcs = append(arcs, Arc{int32(i), int32(j)})
					left[i][j] = false
				}
			}
		}
		touched := bitset.New(n)
		cutterFor(n).Remove(g, arcs, touched)
		q.dag = left
		fresh := q.graph()
		require.True(t, g.dag.Equal(&fresh.dag))
		require.True(t, g.anc.Equal(fresh.anc))
		require.True(t, g.moral.Equal(fresh.moral))

		family := given.Clone()
		family.Add(q.u)
		family.Add(q.v)
		if !family.Intersects(touched) {
			require.Equal(t, before, cutterFor(n).CutNearest(g, q.u, q.v, given))
		}
	})
}

// Boundary finds exactly those nodes of known on which v depends given the others.
func TestBoundary(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		known := append(q.given, q.u)
		within := bitset.New(n)
		for _, x := range append([]int{q.v}, known...) {
			g.AddAncestors(x, within)
		}
		reached := bitset.New(n)
		cutterFor(n).Boundary(g, q.v, graphtest.Set(n, known...), within, reached)
		for k, p := range known {
			var others []int
			others = append(append(others, known[:k]...), known[k+1:]...)
			require.Equal(t, !oracle.DSeparated(q.dag, p, q.v, others), reached.Has(p))
		}
	})
}

// With obstacles besides the given nodes, a search finds the given nodes whose cut is not 0.
func TestSearchWithObstacles(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		pa := append(q.given, q.u)
		given, reached := graphtest.Set(n, pa...), bitset.New(n)
		cutterFor(n).Search(g, q.v, given, graphtest.Set(n, append(pa, q.extra...)...), reached)
		for _, p := range pa {
			others, out := given.Clone(), graphtest.Set(n, append(pa, q.extra...)...)
			others.Remove(p)
			out.Remove(p)
			require.Equal(t, cutterFor(n).MinCut(g, p, q.v, others, out, NoLimit) > 0, reached.Has(p))
		}
	})
}

// A search stands if its region has no disturbed node, and so do the cuts that rest on it. Some
// draws are of this kind.
func TestDisturbed(t *testing.T) {
	stood := 0
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		family := graphtest.Set(n, append(q.given, q.u, q.v)...)
		var arcs []Arc
		for i := range q.dag {
			for j := range q.dag[i] {
				if q.dag[i][j] {
					arcs = append(arcs, Arc{int32(i), int32(j)})
				}
			}
		}
		if len(arcs) == 0 {
			return
		}
		first := rapid.IntRange(0, len(arcs)-1).Draw(t, "first")
		arcs = arcs[first:min(first+rapid.IntRange(1, 3).Draw(t, "many"), len(arcs))]
		reached, disturbed := bitset.New(n), bitset.New(n)
		cutterFor(n).Search(g, q.v, family, family, reached)
		region := reached.Clone()
		region.AndNot(family)
		region.Add(q.v)
		g.Disturbed(arcs, disturbed)
		if region.Intersects(disturbed) {
			return
		}
		stood++
		before := cutterFor(n).CutInFamily(g, q.u, q.v, family, reached, NoLimit)
		cutterFor(n).Remove(g, arcs, bitset.New(n))
		reachedNow := bitset.New(n)
		cutterFor(n).Search(g, q.v, family, family, reachedNow)
		require.Equal(t, reached, reachedNow)
		require.Equal(t, before, cutterFor(n).CutInFamily(g, q.u, q.v, family, reached, NoLimit))
		given := graphtest.Set(n, q.given...)
		require.Equal(t, before, cutterFor(n).MinCut(g, q.u, q.v, given, given, NoLimit))
	})
	if !testing.Short() { // which draws few
		require.Positive(t, stood)
	}
}

func pairs(arcs []Arc) [][2]int {
	out := make([][2]int, len(arcs))
	for k, a := range arcs {
		out[k] = [2]int{int(a.From), int(a.To)}
	}
	return out
}

func TestAncestralHas(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		given, probe, whole := graphtest.Set(n, q.given...), graphtest.Set(n, q.extra...), bitset.New(n)
		g.Ancestral(q.u, q.v, given, whole)
		require.Equal(t, whole.Intersects(probe), g.AncestralHas(q.u, q.v, given, probe))
	})
}

// Add to less the member that Explain names, again and again. Then the cut given less grows to
// the cut given more, at once where one edge was missing. Explain names members of more that
// are not in less.
func TestExplain(t *testing.T) {
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		less, more := graphtest.Set(n, q.given...), graphtest.Set(n, append(q.given, q.extra...)...)
		lower := cutterFor(n).MinCut(g, q.u, q.v, less, more, NoLimit)
		upper := cutterFor(n).MinCut(g, q.u, q.v, more, more, NoLimit)
		for cut := lower; cut < upper; {
			member, edges, _, _ := cutterFor(n).Explain(g, q.u, q.v, less, more, false)
			require.Positive(t, edges)
			require.True(t, more.Has(member) && !less.Has(member))
			less.Add(member)
			cut = cutterFor(n).MinCut(g, q.u, q.v, less, more, NoLimit)
			require.LessOrEqual(t, cut, upper)
			if edges == 1 {
				require.Greater(t, cut, lower, "one edge was missing, and is now there")
			}
			lower = cut
		}
	})
}

// A search from both ends finds the flow that a search from one end finds, in graphs of more than one word, sparse ones
// with long paths among them. It leaves no flow behind.
func TestFromBothEnds(t *testing.T) {
	rng := oracle.Rand(9)
	sizes := map[int]int{}
	for range 600 {
		n := 65 + rng.IntN(70)
		dag := oracle.RandomDAG(rng, n, []float64{0.01, 0.02, 0.04, 0.15}[rng.IntN(4)])
		g, w := NewGraph(graphtest.DAG(dag)), newWide(n)
		for range 10 {
			u, v, given := rng.IntN(n), rng.IntN(n), bitset.New(n)
			for range rng.IntN(8) {
				given.Add(rng.IntN(n))
			}
			given.Remove(u)
			given.Remove(v)
			if u == v {
				continue
			}
			w.prepare(g, u, v, given, given)
			want := w.maxFlow(u, v, NoLimit)
			w.reset()
			require.Equal(t, want, w.MinCut(g, u, v, given, given, NoLimit))
			require.Equal(t, min(want, 2), w.MinCut(g, v, u, given, given, 2))
			size, _, border := w.ProvenCut(g, u, v, given, given, NoLimit)
			require.Equal(t, want, size)
			removed := given.Clone()
			for x := given.Next(0); x >= 0; x = given.Next(x + 1) {
				if !border.Has(x) {
					removed.Remove(x)
				}
			}
			require.Equal(t, want, w.MinCut(g, u, v, given, removed, NoLimit), "the border is removed")
			require.Empty(t, w.dirty)
			for x := range n {
				require.False(t, w.used.Row(x).Any())
			}
			sizes[min(want, 4)]++
		}
	}
	require.Len(t, sizes, 5, "cuts of all sizes from 0 to 4 and more")
}
