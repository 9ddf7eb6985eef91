package inputstest

import (
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

func checkAncestral(t *rapid.T, w *world) {
	probe, in := w.set(minus(w.more, w.less)...), bitset.New(w.r)
	in.Fill(w.r) // what was there before is replaced
	require.NoError(t, w.in.Ancestral(t.Context(), w.u, w.v, w.set(w.less...), probe, w.asked, in))
	for i, g := range w.dags {
		ancestors, meets := g.Ancestors(append([]int{w.u, w.v}, w.less...)...), false
		for x := probe.Next(0); x >= 0; x = probe.Next(x + 1) {
			meets = meets || ancestors[x]
		}
		require.Equal(t, meets && w.asked.Has(i), in.Has(i), "DAG %d", i)
	}
}

// checkReach asks about u and less as a family, with the rest of more as obstacles.
func checkReach(t *rapid.T, w *world) {
	given, family := append([]int{w.u}, w.less...), append([]int{w.u}, w.more...)
	q := consensus.ReachQuery{
		V: w.v, Given: w.set(given...), Family: w.set(family...), Dags: w.asked,
		Reached: bitset.NewMatrix(w.r, w.n),
	}
	require.NoError(t, w.in.Reach(t.Context(), w.worker, &q))
	for i := w.asked.Next(0); i >= 0; i = w.asked.Next(i + 1) {
		region := oracle.MoralWithout(w.dags[i], append(given, w.v), family).Reachable(w.v)
		region[w.v] = true
		moral := oracle.MoralWithout(w.dags[i], append(given, w.v), nil)
		for x := range w.n {
			reached := region[x] || slices.Contains(family, x) && joinsAny(moral, x, region)
			require.Equal(t, reached, q.Reached.Row(i).Has(x), "DAG %d, node %d", i, x)
		}
	}
}

// joinsAny reports whether m joins x and a member of set.
func joinsAny(m oracle.Matrix, x int, set []bool) bool {
	for y, in := range set {
		if in && m.Adjacent(x, y) {
			return true
		}
	}
	return false
}

// checkCuts asks for cuts given less with more removed, as bounds are asked for, for cuts
// given less, and for the same from the region of a search.
func checkCuts(t *rapid.T, w *world) {
	less, more := w.set(w.less...), w.set(w.more...)
	w.checkCut(t, &consensus.CutQuery{Given: less, Removed: more}, w.less, w.more)
	w.checkCut(t, &consensus.CutQuery{Given: less, Removed: more, Proofs: make([]consensus.Proof, w.r)}, w.less, w.more)
	w.checkCut(t, &consensus.CutQuery{Given: more, Removed: less}, w.more, w.less)

	reach := consensus.ReachQuery{
		V: w.v, Given: w.with(w.less), Family: w.with(w.less), Dags: w.asked,
		Reached: bitset.NewMatrix(w.r, w.n),
	}
	require.NoError(t, w.in.Reach(t.Context(), w.worker, &reach))
	w.checkCut(t, &consensus.CutQuery{Family: reach.Family, Reached: reach.Reached}, w.less, w.less)
}

// checkCut asks q, without a limit and with any that matters.
func (w *world) checkCut(t *rapid.T, q *consensus.CutQuery, given, removed []int) {
	q.U, q.V, q.Dags = w.u, w.v, w.asked
	largest := 0
	for limit := 0; limit <= largest+1; limit++ {
		const untouched = 999
		q.Limit, q.Sizes = limit, slices.Repeat([]uint16{untouched}, w.r)
		require.NoError(t, w.in.MinCuts(t.Context(), w.worker, q))
		for i, g := range w.dags {
			if !w.asked.Has(i) {
				require.EqualValues(t, untouched, q.Sizes[i], "DAG %d was not asked", i)
				continue
			}
			size, _ := oracle.MinCut(oracle.MoralWithout(g, append([]int{w.u, w.v}, given...), removed), w.u, w.v)
			largest = max(largest, size)
			if limit > 0 {
				size = min(size, limit)
			}
			require.EqualValues(t, size, q.Sizes[i], "DAG %d, limit %d", i, limit)
		}
	}
}

// checkExplain has each larger cut explained, with what was named before added to less,
// until less explains the whole of it.
func checkExplain(t *rapid.T, w *world) {
	for less := slices.Clone(w.less); ; {
		larger := w.largerGivenMore(less)
		causes := make([]consensus.Cause, len(larger))
		require.NoError(t, w.in.Explain(
			t.Context(), w.worker, w.u, w.v, w.set(less...), w.set(w.more...), true, larger, causes,
		))
		if len(larger) == 0 {
			return
		}
		for k, cause := range causes {
			require.Positive(t, cause.Edges)
			require.Contains(t, minus(w.more, less), cause.Node)
			before, after := w.cutWithoutMore(int(larger[k]), less), w.cutWithoutMore(int(larger[k]), append(less, cause.Node))
			require.LessOrEqual(t, before, after)
			if cause.Edges == 1 || cause.Raises {
				require.Less(t, before, after, "what was missing is now there")
			}
		}
		less = append(less, causes[0].Node)
	}
}

// largerGivenMore lists the DAGs whose cut given more is larger than that given less.
func (w *world) largerGivenMore(less []int) []int32 {
	var out []int32
	for i := range w.dags {
		if w.cutWithoutMore(i, less) < w.cutWithoutMore(i, w.more) {
			out = append(out, int32(i))
		}
	}
	return out
}

// cutWithoutMore is DAG i's cut given some nodes, with more removed.
func (w *world) cutWithoutMore(i int, given []int) int {
	moral := oracle.MoralWithout(w.dags[i], append([]int{w.u, w.v}, given...), w.more)
	size, _ := oracle.MinCut(moral, w.u, w.v)
	return size
}

// minus lists the members of a that are not in b.
func minus(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(x int) bool { return slices.Contains(b, x) })
}
