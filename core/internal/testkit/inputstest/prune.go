package inputstest

import (
	"cmp"
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// checkPrune prunes the asked DAGs twice, and asks everything again each time.
func checkPrune(t *rapid.T, w *world) {
	for range 2 {
		dags := w.asked.Append(nil)
		marks, calls := consensus.NewMarks(len(dags), w.n), 0
		for k := range dags { // what was there before is replaced
			marks.Touched.Row(k).Fill(w.n)
			marks.Disturbed.Row(k).Fill(w.n)
		}
		cut, err := w.in.Prune(t.Context(), w.u, w.v, w.set(w.less...), dags, marks, func() {
			calls++
			w.checkMeanwhile(t)
		})
		require.NoError(t, err)
		require.Equal(t, 1, calls, "calls of meanwhile")
		require.Equal(t, w.cut(dags), append([]consensus.CutEdge{}, cut...))
		w.remove(cut, dags, marks, t)
		for _, check := range []func(*rapid.T, *world){checkAdjacent, checkAncestral, checkReach, checkCuts, checkExplain} {
			check(t, w)
		}
	}
}

// checkMeanwhile asks what may be asked while DAGs are being pruned.
func (w *world) checkMeanwhile(t *rapid.T) {
	others := bitset.New(w.r)
	others.Fill(w.r)
	others.AndNot(w.asked)
	during := *w
	during.asked = others
	checkAncestral(t, &during)
}

// cut lists what these DAGs should remove.
func (w *world) cut(dags []int32) []consensus.CutEdge {
	want := []consensus.CutEdge{}
	critical := oracle.Critical(w.dags, nil, w.u, w.v, w.less)
	for _, i := range dags {
		var edges []consensus.CutEdge
		for _, e := range critical.Cuts[i] {
			edge := consensus.CutEdge{Dag: i, From: int32(e[0]), To: int32(e[1])}
			if g := w.dags[i]; g[e[1]][e[0]] {
				edge.From, edge.To, edge.Arc = edge.To, edge.From, true
			} else {
				edge.Arc = g[e[0]][e[1]]
			}
			edges = append(edges, edge)
		}
		sortEdges(edges)
		want = append(want, edges...)
	}
	return want
}

// remove removes the arcs of the cut from the world's DAGs, and holds the marks to what this
// changes.
func (w *world) remove(cut []consensus.CutEdge, dags []int32, marks consensus.Marks, t *rapid.T) {
	for k, i := range dags {
		g, touched, disturbed := w.dags[i].Clone(), w.set(), w.set()
		for _, e := range cut {
			if e.Dag != i || !e.Arc {
				continue
			}
			disturbed.Add(int(e.To))
			for _, p := range w.dags[i].Parents(int(e.To)) {
				disturbed.Add(p)
			}
			touched.Add(int(e.To))
			for x, reached := range w.dags[i].Reachable(int(e.To)) {
				if reached {
					touched.Add(x)
				}
			}
			g[e.From][e.To] = false
		}
		require.Equal(t, touched, marks.Touched.Row(k), "touched in DAG %d", i)
		require.Equal(t, disturbed, marks.Disturbed.Row(k), "disturbed in DAG %d", i)
		w.dags[i] = g
	}
}

// sortEdges puts the edges of one DAG in the order in which Prune returns them.
func sortEdges(edges []consensus.CutEdge) {
	slices.SortFunc(edges, func(a, b consensus.CutEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}
