package hsearch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// world is a class, some DAGs and one edge of the class whose NA is not empty.
type world struct {
	t       *testing.T
	n       int
	class   *equiv.Class
	dags    []oracle.Matrix
	graphs  []*flow.Graph // the same
	ws      flow.Cutter
	problem *Problem
	solver  *Solver
	edge    Edge
	search  *Search
	busy    bitset.Set // of DAGs: they must not be asked
}

// newWorld draws a world, or returns nil if the class drawn has no such edge.
func newWorld(t *testing.T, seed int) *world {
	rng := oracle.Rand(uint64(seed))
	n, r := 4+rng.IntN(5), 1+rng.IntN(4)
	w := &world{
		t: t, n: n, ws: flow.NewCutter(n),
		class: equiv.FromDAG(graphtest.DAG(oracle.RandomDAG(rng, n, 0.4+0.6*rng.Float64())), equiv.Completed),
		dags:  oracle.RandomDAGs(rng, r, n, 0.2+0.6*rng.Float64()),
	}
	weights := make(Weights, r)
	for i := range weights {
		weights[i] = []int64{1, 1, 2, 0, 7}[rng.IntN(5)]
		w.graphs = append(w.graphs, flow.NewGraph(graphtest.DAG(w.dags[i])))
	}
	limit := []uint16{NoCap, NoCap, 1, 2}[rng.IntN(4)]
	w.problem = &Problem{Class: w.class, Inputs: w, Weights: weights, Cap: limit, Frugal: seed%2 == 0}
	w.solver = NewSolver(w.problem, 3)
	var pairs [][2]int
	for v := range n {
		for u := range n {
			if w.class.Pa(v).Has(u) || w.class.Ne(v).Has(u) && u < v {
				pairs = append(pairs, [2]int{u, v})
			}
		}
	}
	for _, k := range rng.Perm(len(pairs)) {
		w.edge = Edge{U: pairs[k][0], V: pairs[k][1], NA: bitset.New(n), KMax: []int{-1, -1, 0, 1, 2}[rng.IntN(5)]}
		w.class.NA(w.edge.V, w.edge.U, w.edge.NA)
		if w.edge.NA.Any() {
			return w
		}
	}
	return nil
}

// spanNow is {u, v} ∪ pa(v) ∪ NA by now.
func (w *world) spanNow() bitset.Set {
	span := w.class.Pa(w.edge.V).Clone()
	span.Or(w.edge.NA)
	span.Add(w.edge.U)
	span.Add(w.edge.V)
	return span
}

// Ancestral answers as consensus.Inputs says.
func (w *world) Ancestral(_ context.Context, u, v int, given, probe, dags, in bitset.Set) error {
	require.False(w.t, w.busy != nil && w.busy.Intersects(dags), "a DAG is asked that is being pruned")
	in.Clear()
	for i, g := range w.graphs {
		if dags.Has(i) && g.AncestralHas(u, v, given, probe) {
			in.Add(i)
		}
	}
	return nil
}

// Explain answers as consensus.Inputs says.
func (w *world) Explain(
	_ context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []Cause,
) error {
	require.Equal(w.t, 3, worker)
	for k, i := range dags {
		c := &causes[k]
		c.Node, c.Edges, c.Raises, c.Support = w.ws.Explain(w.graphs[i], u, v, less, more, prove)
	}
	return nil
}

// cuts are the DAGs' cuts of the edge.
func (w *world) cuts(given, removed bitset.Set) []uint16 {
	sizes, _ := w.provenCuts(given, removed)
	return sizes
}

func (w *world) provenCuts(given, removed bitset.Set) ([]uint16, []Proof) {
	proofs := make([]Proof, len(w.graphs))
	out, limit := make([]uint16, len(w.graphs)), flow.NoLimit
	if w.problem.Cap != NoCap {
		limit = int(w.problem.Cap)
	}
	for i, g := range w.graphs {
		size, support, border := w.ws.ProvenCut(g, w.edge.U, w.edge.V, given, removed, limit)
		out[i], proofs[i] = uint16(size), Proof{support, border}
	}
	return out, proofs
}

// begin begins the search of the edge. The cuts of some DAGs for the largest S are known.
func (w *world) begin(known bitset.Set) {
	joined, largest := bitset.New(len(w.dags)), w.edge.NA.Clone()
	for i, g := range w.dags {
		if g.Adjacent(w.edge.U, w.edge.V) {
			joined.Add(i)
		}
	}
	largest.Or(w.class.Pa(w.edge.V))
	largest.Remove(w.edge.U)
	cuts := w.cuts(largest, largest)
	for i := range cuts {
		if !known.Has(i) {
			cuts[i] = 0
		}
	}
	w.search = w.solver.New(w.edge, joined, known, cuts)
}

// Answer answers the solver's question.
func (w *world) Answer(context.Context) error {
	q := &w.solver.Question
	sizes, proofs := w.provenCuts(q.Given, q.Removed)
	for i := range sizes {
		if !q.Dags.Has(i) {
			sizes[i] = 999 // was not asked for
		}
	}
	w.solver.Record(w.search, sizes, proofs)
	return nil
}

// Cuts answers for EachTied.
func (w *world) Cuts(_ context.Context, given, removed bitset.Set) ([]uint16, error) {
	return w.cuts(given, removed), nil
}

// advance takes so many turns of the search, or as many as there are. It reports whether the
// best deletion is found, or there is none.
func (w *world) advance(turns int) (done bool) {
	lowest := int64(0)
	for range turns {
		bound, found := w.search.Best()
		if !found {
			return true
		}
		require.GreaterOrEqual(w.t, bound, lowest, "bounds only become sharper")
		lowest = bound
		switch w.solver.Next(w.search) {
		case Exact:
			return true
		case Answer:
			require.NoError(w.t, w.Answer(w.t.Context()))
		case Branch:
			require.NoError(w.t, w.solver.Split(w.t.Context(), w.search))
		}
	}
	return false
}

// candidates lists all deletions of the edge, by the oracle.
func (w *world) candidates() []oracle.Candidate {
	all := oracle.Operators(graphtest.PDAGMatrix(w.class.CPDAG()), w.edge.KMax, false)
	ofEdge := slices.DeleteFunc(all, func(op oracle.Operator) bool { return op.U != w.edge.U || op.V != w.edge.V })
	limit := 0
	if w.problem.Cap != NoCap {
		limit = int(w.problem.Cap)
	}
	return oracle.Capped(oracle.Evaluate(ofEdge, w.dags, w.problem.Weights), w.problem.Weights, limit)
}

// requireBounds holds what is known of all subproblems to the cuts.
func (w *world) requireBounds(about string, args ...any) {
	w.t.Helper()
	about = fmt.Sprintf(about, args...)
	given, removed := bitset.New(w.n), bitset.New(w.n)
	for _, sub := range w.search.subs {
		w.problem.outer(w.search, sub.lo, given)
		w.problem.outer(w.search, sub.hi, removed)
		lowest, leaves := w.cuts(given, removed), w.cuts(removed, removed)
		for i := range w.graphs {
			require.LessOrEqual(w.t, sub.bound[i], lowest[i], "%s, DAG %d", about, i)
			if sub.exact.Has(i) {
				require.Equal(w.t, lowest[i], sub.bound[i], "%s, DAG %d", about, i)
			}
			if sub.known.Has(i) {
				require.Equal(w.t, leaves[i], sub.leaf[i], "%s, DAG %d", about, i)
			}
		}
		require.Equal(w.t, w.problem.Weights.Score(sub.bound), sub.sum, about)
	}
}

const enough = 10_000 // turns

// requireBest solves the search and holds its answer to the oracle's.
func (w *world) requireBest(about string, args ...any) {
	w.t.Helper()
	about = fmt.Sprintf(about, args...)
	require.True(w.t, w.advance(enough), about)
	score, found := w.search.Best()
	candidates := w.candidates()
	require.Equal(w.t, len(candidates) > 0, found, about)
	if !found {
		return
	}
	best, _ := oracle.Best(candidates)
	inS, cuts := w.search.Leaf()
	require.Equal(w.t, best.H, w.without(inS), about)
	require.Equal(w.t, best.Score, score, about)
	require.Equal(w.t, best.Score, w.problem.Weights.Score(cuts), about)
}

// without is H, for a part of NA that stays in S.
func (w *world) without(inS bitset.Set) []int {
	h := w.edge.NA.Clone()
	h.AndNot(inS)
	return graphtest.Ints(h.Append(nil))
}

// eachWorld calls test for many worlds.
func eachWorld(t *testing.T, test func(seed int, rng *rand.Rand, w *world)) {
	seeds := 4000
	if testing.Short() {
		seeds = 400
	}
	for seed := range seeds {
		if w := newWorld(t, seed); w != nil {
			rng := oracle.Rand(uint64(seed + 1_000_000))
			known := bitset.New(len(w.dags))
			for i := range w.dags {
				if rng.IntN(2) == 0 {
					known.Add(i)
				}
			}
			w.begin(known)
			test(seed, rng, w)
		}
	}
}
