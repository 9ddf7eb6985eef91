package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// cappedCase draws inputs and options. The oracle's options are equivalent to the engine's.
func cappedCase(seed int) ([]oracle.Matrix, oracle.Options, consensus.Options) {
	rng := oracle.Rand(uint64(seed))
	dags, weights := nasty(rng)
	if seed%10 == 0 {
		dags = alike(rng)
		weights = nil
	}
	n := len(dags[0])
	naive := oracle.Options{
		Weights: weights, Cap: []int{1, 1, 1, 2, 3}[rng.IntN(5)], KMax: []int{-1, 0, 1, 2, 10}[rng.IntN(5)],
		FromDAG: rng.IntN(2) == 0, Canonical: rng.IntN(4) == 0,
	}
	opt := consensus.Options{
		Weights: weights, Cap: naive.Cap, KMax: naive.KMax, ShareFrom: 1,
		FrugalFrom: 1 + seed/2%2*1000, WideFrom: 1 + seed/4%2*1000, FewFrom: 1 + seed/8%2*1000,
	}
	if naive.FromDAG {
		opt.Start = equiv.Directed
	}
	if seed%3 == 0 {
		naive.Constraints = anyConstraints(rng, n, n < 6 && seed%2 == 0)
		opt.Constraints = constraintsOf(naive.Constraints)
	}
	return dags, naive, opt
}

// alike draws more nodes, and DAGs that have most arcs in common. So more is kept from step to
// step.
func alike(rng *rand.Rand) []oracle.Matrix {
	n := 8 + rng.IntN(3)
	truth := oracle.RandomDAG(rng, n, 0.3)
	dags := make([]oracle.Matrix, 3+rng.IntN(5))
	for i := range dags {
		dags[i] = truth.Clone()
		for range n / 2 {
			u, v := rng.IntN(n), rng.IntN(n)
			dags[i][u][v] = false
		}
	}
	return dags
}

// With a cap too, the run takes the steps of the run that enumerates every deletion. In the
// scores, each DAG's cut counts as the cap at most. The DAGs remove whole cuts.
func TestCappedRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	cases := 4000
	if testing.Short() {
		cases = 400
	}
	clipped, differ := 0, 0
	for seed := range cases {
		dags, naive, opt := cappedCase(seed)
		want := oracle.Run(dags, naive)
		inputs := graphtest.DAGs(dags)
		if naive.Canonical {
			inputs = Canonicalize(inputs)
		}
		f, got := runOn(t, inputs, []int{1, 2, 7}[seed%3], opt)
		require.Equal(t, want.Forced, got.Forced, "seed %d", seed)
		requireSteps(t, flattenNaive(want), flattenAll(len(dags), got.Steps), "seed %d", seed)
		for k := range want.Steps {
			for _, cut := range want.Steps[k].PerDAG {
				if cut > naive.Cap {
					clipped++
				}
			}
		}
		checkStates(t, seed, dags, want, got, inputs, opt.Constraints)

		opt.Cap = 0
		_, free := runOn(t, inputs, 1, opt)
		if len(free.Steps) != len(got.Steps) || !sameSteps(free.Steps, got.Steps, len(dags)) {
			differ++
		}
		opt.Cap = f.Union.N * f.Union.N // more than any cut
		_, unbinding := runOn(t, inputs, 1, opt)
		require.True(t, sameSteps(free.Steps, unbinding.Steps, len(dags)), "seed %d", seed)
		require.Equal(t, free.Counts, unbinding.Counts, "seed %d", seed)
	}
	require.Greater(t, min(clipped, differ*10), cases, "the cap must matter in many cases")
}

// Where a step parts two nodes of NA, a search that goes on after it can be left with an H above k_max alone. It is no deletion.
func TestKMaxHoldsAfterAStep(t *testing.T) {
	t.Parallel()
	dags := []oracle.Matrix{
		oracle.FromArcs(6, [][2]int{{1, 0}, {1, 4}, {3, 1}, {3, 2}, {4, 0}, {4, 2}, {4, 5}, {5, 2}}),
		oracle.FromArcs(6, [][2]int{{0, 1}, {0, 3}, {1, 3}, {2, 1}, {2, 3}, {2, 4}, {5, 0}, {5, 1}}),
		oracle.FromArcs(6, [][2]int{{0, 3}, {1, 5}, {3, 5}, {4, 1}, {4, 2}, {4, 5}}),
		oracle.FromArcs(6, [][2]int{{0, 1}, {2, 1}, {3, 1}, {3, 2}, {4, 5}, {5, 1}, {5, 2}, {5, 3}}),
		oracle.FromArcs(6, [][2]int{{0, 1}, {0, 2}, {0, 4}, {2, 1}, {2, 3}, {4, 3}, {5, 1}, {5, 2}, {5, 4}}),
	}
	for _, limit := range []int{0, 1, 2} {
		want := oracle.Run(dags, oracle.Options{Cap: limit, KMax: 1, FromDAG: true})
		_, got := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{Cap: limit, KMax: 1, Start: equiv.Directed})
		requireSteps(t, flattenNaive(want), flattenAll(len(dags), got.Steps), "cap %d", limit)
		for _, step := range got.Steps {
			require.LessOrEqual(t, len(step.H), 1)
		}
	}
}

func sameSteps(a, b []consensus.Step, r int) bool {
	return slices.Equal(flattenAll(r, a), flattenAll(r, b))
}

// Neither the answers nor the work depend on the order of the DAGs and on the workers. With a cap
// of 1 a run asks for no cut where a search, or the adjacency of two nodes, suffices.
func TestCappedRunsAreIndependentOfOrderAndWorkers(t *testing.T) {
	t.Parallel()
	var capped, free int64 // cuts, with a cap of 1 and without
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		dags := oracle.RandomDAGs(rng, 2+rng.IntN(8), 4+rng.IntN(12), 0.1+0.4*rng.Float64())
		opt := consensus.Options{Cap: 1 + seed%2, KMax: 10}
		if seed%4 > 1 {
			opt.Seed = new(int64(seed))
		}
		_, want := runOn(t, graphtest.DAGs(dags), 1, opt)
		rng.Shuffle(len(dags), func(i, j int) { dags[i], dags[j] = dags[j], dags[i] })
		requireSameRun(t, seed, want, dags, opt)
		if opt.Cap == 1 && opt.Seed == nil { // draws ask for every tie, with a cap or without
			opt.Cap = 0
			_, other := runOn(t, graphtest.DAGs(dags), 1, opt)
			capped, free = capped+want.Counts.Cuts, free+other.Counts.Cuts
		}
	}
	require.Less(t, 2*capped, free)
}

// requireSameRun holds runs on the same DAGs in another order, with several numbers of workers, to a run: its deletions, and its
// work.
func requireSameRun(t *testing.T, seed int, want *consensus.Trajectory, dags []oracle.Matrix, opt consensus.Options) {
	t.Helper()
	of := func(s consensus.Step) []any { return []any{s.U, s.V, s.H, s.S, s.Score, s.Weight, s.Psi} }
	for _, workers := range []int{1, 2, 7} {
		_, got := runOn(t, graphtest.DAGs(dags), workers, opt)
		require.Equal(t, len(want.Steps), len(got.Steps))
		for k := range got.Steps {
			require.Equal(t, of(want.Steps[k]), of(got.Steps[k]), "seed %d", seed)
		}
		require.Equal(t, want.Counts, got.Counts, "seed %d, %d workers", seed, workers)
	}
}

// requireGoesOn begins anew at some states of a run, with the inputs as they are by then, and holds the rest to the run's.
func requireGoesOn(
	t *testing.T, seed int, rng *rand.Rand, f *Fusion, run *consensus.Trajectory, inputs []*graph.DAG, opt consensus.Options,
) {
	t.Helper()
	opt.Team = nil
	for range 3 {
		k := rng.IntN(len(run.Steps) + 1)
		state := NewReplay(f.Union, opt.Start, Deletions(run.Steps)).mustAdvance(k)
		pruned := local.New(f.Union.N, Prune(inputs, run.Steps[:k]), nil, nil)
		rest, err := consensus.Run(t.Context(), state.Member(), pruned, opt)
		require.NoError(t, err)
		require.True(t, sameSteps(run.Steps[k:], rest.Steps, len(inputs)), "seed %d, from step %d", seed, k)
	}
}

// What is kept from step to step stands. A run that begins at any state of another one, with the
// inputs as they are by then, goes on as the other did. The graphs are too large for the oracle.
func TestCappedRunsBegunAnewGoOnTheSame(t *testing.T) {
	t.Parallel()
	cases := 300
	if testing.Short() {
		cases = 30
	}
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		n, r := 10+rng.IntN(60), 2+rng.IntN(8)
		truth := oracle.RandomDAG(rng, n, 3/float64(n))
		dags := make([]oracle.Matrix, r)
		for i := range dags {
			dags[i] = truth.Clone()
			for u := range n {
				v := rng.IntN(n)
				dags[i][u][v] = false
				if w := rng.IntN(n); u < w && seed%2 == 0 { // another order: denser I-maps
					dags[i] = withArc(dags[i], u, w)
				}
			}
		}
		opt := consensus.Options{Cap: []int{1, 1, 2, 3}[seed%4], KMax: 10, ShareFrom: 1}
		inputs := graphtest.DAGs(dags)
		f, run := runOn(t, inputs, []int{1, 2, 7}[seed%3], opt)
		requireGoesOn(t, seed, rng, f, run, inputs, opt)
	}
}

// withArc is g with u → v added, or g if that would close a cycle.
func withArc(g oracle.Matrix, u, v int) oracle.Matrix {
	more := g.Clone()
	more[u][v] = true
	if graphtest.DAG(more).TopologicalOrder() == nil {
		return g
	}
	return more
}

// Draws are among the capped ties, and all of these come up.
func TestCappedTies(t *testing.T) {
	t.Parallel()
	for seed := range 200 {
		dags, weights := nasty(oracle.Rand(uint64(seed)))
		kMax, limit := []int{-1, 0, 1, 10}[seed%4], 1+seed%3
		opt := consensus.Options{Weights: weights, Cap: limit, KMax: kMax, Seed: new(int64(seed))}
		f, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		state := oracle.CPDAG(graphtest.Matrix(f.Union))
		for k, step := range got.Steps {
			candidates := oracle.Capped(oracle.Candidates(state, dags, weights, kMax, false), weights, limit)
			best, _ := oracle.Best(candidates)
			require.Equal(t, best.Score, step.Score, "seed %d, step %d", seed, k)
			u, v, h := int(step.U), int(step.V), graphtest.Ints(step.H)
			require.True(t, isCandidate(state, kMax, u, v, h), "seed %d, step %d", seed, k)
			state, _ = oracle.Complete(oracle.Delete(state, u, v, h))
			dags = withoutArcs(dags, step)
		}
	}
	dags := oracle.RandomDAGs(oracle.Rand(3), 2, 5, 0.8)
	f, _ := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{KMax: 10})
	candidates := oracle.Candidates(oracle.CPDAG(graphtest.Matrix(f.Union)), dags, nil, 10, false)
	_, tied := oracle.Best(oracle.Capped(candidates, nil, 1))
	drawn := map[string]bool{}
	for seed := range 40 * tied {
		_, run := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{Cap: 1, KMax: 10, Seed: new(int64(seed))})
		drawn[fmt.Sprint(run.Steps[0].U, run.Steps[0].V, run.Steps[0].H)] = true
	}
	require.Len(t, drawn, tied)
}

// At any state of a capped run, the best deletion of a pair is the best one with the cap.
func TestBestCappedDeletion(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := range 200 {
		dags, naive, opt := cappedCase(seed*3 + 1) // without constraints
		naive.Canonical = false
		want := oracle.Run(dags, naive)
		inputs := graphtest.DAGs(dags)
		f, run := runOn(t, inputs, 1, opt)
		k := seed % (len(run.Steps) + 1)
		class := NewReplay(f.Union, opt.Start, Deletions(run.Steps)).mustAdvance(k)
		pruned := local.New(f.Union.N, Prune(inputs, run.Steps[:k]), nil, nil)
		candidates := oracle.Candidates(want.State(k), want.Pruned(k), naive.Weights, naive.KMax, false)
		candidates = oracle.Capped(candidates, naive.Weights, naive.Cap)
		for u := range f.Union.N {
			for v := range u {
				var ofPair []oracle.Candidate
				for _, c := range candidates {
					if c.U == u && c.V == v || c.U == v && c.V == u {
						ofPair = append(ofPair, c)
					}
				}
				got, found, err := deletionOf(t.Context(), class, pruned, opt, u, v)
				require.NoError(t, err)
				require.Equal(t, len(ofPair) > 0, found, "seed %d, step %d, %d-%d", seed, k, u, v)
				if !found {
					continue
				}
				tried++
				best, _ := oracle.Best(ofPair)
				require.Equal(t, []any{best.U, best.V, best.H, best.Score},
					[]any{int(got.U), int(got.V), graphtest.Ints(got.H), got.Score}, "seed %d, step %d, %d-%d", seed, k, u, v)
			}
		}
	}
	require.Greater(t, tried, 500)
}
