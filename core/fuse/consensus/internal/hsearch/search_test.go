package hsearch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The search finds the first deletion of the lowest score, of all that there are.
func TestSearchFindsTheBest(t *testing.T) {
	t.Parallel()
	branches, explained := int64(0), int64(0)
	eachWorld(t, func(seed int, _ *rand.Rand, w *world) {
		for !w.advance(1) {
			w.requireBounds("seed %d", seed)
		}
		w.requireBest("seed %d", seed)
		branches, explained = branches+w.solver.Branches, explained+w.solver.Explained
	})
	require.Positive(t, branches)
	require.Positive(t, explained)
}

// A search that is split anywhere finds the same.
func TestSplitLowest(t *testing.T) {
	t.Parallel()
	eachWorld(t, func(seed int, rng *rand.Rand, w *world) {
		for range rng.IntN(4) {
			w.advance(rng.IntN(4))
			if _, found := w.search.Best(); !found {
				break
			}
			if lo, hi := w.search.Range(); !lo.Equal(hi) {
				require.NoError(t, w.solver.SplitLowest(t.Context(), w.search))
			}
		}
		w.requireBest("seed %d", seed)
	})
}

// Barred subproblems are left out, until they are let in again.
func TestBar(t *testing.T) {
	t.Parallel()
	eachWorld(t, func(seed int, rng *rand.Rand, w *world) {
		w.advance(rng.IntN(20))
		before, found := w.search.Best()
		for still := found; still; {
			w.search.Bar()
			var bound int64
			bound, still = w.search.Best()
			require.True(t, !still || bound >= before, "seed %d", seed)
		}
		w.search.Unbar()
		after, foundAgain := w.search.Best()
		require.Equal(t, found, foundAgain, "seed %d", seed)
		require.Equal(t, before, after, "seed %d", seed)
		w.requireBest("seed %d", seed)
	})
}

// The groups of ties have each deletion of the lowest score once, and no other.
func TestEachTied(t *testing.T) {
	t.Parallel()
	eachWorld(t, func(seed int, _ *rand.Rand, w *world) {
		w.requireBest("seed %d", seed)
		if _, found := w.search.Best(); !found {
			return
		}
		candidates, want := w.candidates(), []string{}
		best, _ := oracle.Best(candidates)
		for _, c := range candidates {
			if c.Score == best.Score {
				want = append(want, fmt.Sprint(c.H))
			}
		}
		got := []string{}
		require.NoError(t, w.solver.EachTied(t.Context(), w.search, w.Answer, w.Cuts, func(tied Tied) {
			got = append(got, w.members(tied)...)
		}))
		require.ElementsMatch(t, want, got, "seed %d", seed)
		w.requireBest("seed %d, after the ties", seed)
	})
}

// members lists the H of a group of ties. It holds their numbers to the group's.
func (w *world) members(tied Tied) []string {
	free := tied.Hi.Clone()
	free.AndNot(tied.Lo)
	nodes := free.Append(nil)
	var out []string
	sizes := make([]float64, len(tied.Sizes))
	for choice := range 1 << len(nodes) {
		inS, left := tied.Hi.Clone(), 0
		for k, x := range nodes {
			if choice>>k&1 == 1 {
				inS.Remove(int(x))
				left++
			}
		}
		if h := w.without(inS); w.edge.allows(len(h)) {
			out = append(out, fmt.Sprint(h))
			sizes[left]++
		}
	}
	require.Equal(w.t, sizes, tied.Sizes)
	return out
}

// A search that was adapted to a step, and has forgotten what the step's prunings made wrong,
// finds the best of what is left. It is adapted without asking the DAGs that are being pruned.
func TestAdaptAndForget(t *testing.T) {
	t.Parallel()
	adapted, split := 0, 0
	eachWorld(t, func(seed int, rng *rand.Rand, w *world) {
		for range 3 {
			w.advance(rng.IntN(25))
			subs := len(w.search.subs)
			if !w.step(rng) {
				return
			}
			adapted++
			w.requireBounds("seed %d", seed)
			if subs > 1 {
				split++
			}
			w.requireBest("seed %d", seed)
		}
	})
	require.Positive(t, adapted)
	require.Positive(t, split)
}

// step deletes another edge of the class, and arcs of some of the DAGs. It reports whether
// the search could be adapted.
func (w *world) step(rng *rand.Rand) bool {
	operators := oracle.Operators(graphtest.PDAGMatrix(w.class.CPDAG()), -1, false)
	near := slices.DeleteFunc(slices.Clone(operators), func(op oracle.Operator) bool {
		return !w.edge.NA.Has(op.U) && !w.edge.NA.Has(op.V)
	})
	if len(near) > 0 && rng.IntN(4) > 0 {
		operators = near
	}
	op := operators[rng.IntN(len(operators))]
	if op.U == w.edge.U && op.V == w.edge.V {
		return false
	}
	w.busy = bitset.New(len(w.dags))
	for i := range w.dags {
		if rng.IntN(2) == 0 {
			w.busy.Add(i)
		}
	}
	change := Change{A: op.U, B: op.V, NA: w.edge.NA.Clone(), Span: w.spanNow(), Pruned: w.busy.Clone()}
	w.class.Delete(op.U, op.V, graphtest.Set(w.n, op.H...))
	u, v := w.edge.U, w.edge.V
	switch {
	case w.class.Pa(v).Has(u):
	case w.class.Pa(u).Has(v):
		u, v = v, u
	default:
		u, v = min(u, v), max(u, v)
	}
	w.edge.U, w.edge.V = u, v
	w.class.NA(v, u, w.edge.NA)
	change.SpanNow = w.spanNow()
	if !w.edge.NA.Any() {
		return false
	}
	could, err := w.solver.Adapt(w.t.Context(), w.search, w.edge, &change)
	require.NoError(w.t, err)
	if !could {
		return false
	}
	w.prune(rng)
	return true
}

// prune removes arcs from the busy DAGs, and has the search forget.
func (w *world) prune(rng *rand.Rand) {
	base := w.spanNow()
	base.AndNot(w.edge.NA)
	for i := range w.dags {
		if !w.busy.Has(i) {
			continue
		}
		var arcs []flow.Arc
		w.dags[i] = w.dags[i].Clone()
		for _, arc := range w.dags[i].Arcs() {
			if rng.IntN(4) == 0 {
				arcs = append(arcs, flow.Arc{From: int32(arc[0]), To: int32(arc[1])})
				w.dags[i][arc[0]][arc[1]] = false
			}
		}
		touched, least, heads := bitset.New(w.n), uint16(0), bitset.Folded{}
		for _, arc := range arcs {
			heads.Add(int(arc.To))
		}
		w.ws.Remove(w.graphs[i], arcs, touched)
		if w.dags[i].Adjacent(w.edge.U, w.edge.V) {
			least = 1
		}
		if w.spanNow().Intersects(touched) {
			w.solver.Forget(w.search, i, least, base.Intersects(touched), touched, &heads)
		}
	}
	w.busy.Clear()
	w.search.FindBest()
}

// A search from v gives the same bounds of the root as the cuts.
func TestRecordReach(t *testing.T) {
	t.Parallel()
	zeros := 0
	eachWorld(t, func(seed int, _ *rand.Rand, w *world) {
		pa := w.class.Pa(w.edge.V)
		if !pa.Has(w.edge.U) {
			return
		}
		require.True(t, w.search.AtRoot())
		all, open := bitset.New(len(w.dags)), bitset.New(len(w.dags))
		all.Fill(len(w.dags))
		if !w.search.RootZeros(all, open) {
			return
		}
		reached, family := bitset.NewMatrix(len(w.dags), w.n), pa.Clone()
		family.Or(w.class.Ne(w.edge.V))
		for i := open.Next(0); i >= 0; i = open.Next(i + 1) {
			w.ws.Search(w.graphs[i], w.edge.V, pa, family, reached.Row(i))
		}
		raised := w.solver.RecordReach(w.search, open, reached)
		given := pa.Clone()
		given.Remove(w.edge.U)
		removed := family.Clone()
		removed.Remove(w.edge.U)
		root := w.search.subs[0]
		for i, cut := range w.cuts(given, removed) {
			if open.Has(i) {
				require.Equal(t, cut > 0, raised.Has(i), "seed %d, DAG %d", seed, i)
			}
			if open.Has(i) && cut == 0 {
				require.True(t, root.exact.Has(i), "seed %d, DAG %d", seed, i)
				zeros++
			}
		}
		w.requireBest("seed %d", seed)
	})
	require.Positive(t, zeros)
}
