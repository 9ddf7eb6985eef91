package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// runOn makes a whole trajectory, as a request for one does.
func runOn(t testing.TB, dags []*graph.DAG, workers int, opt consensus.Options) (*Fusion, *consensus.Trajectory) {
	t.Helper()
	n := dags[0].N
	team := parallel.NewTeam(workers)
	defer team.Close()
	in := local.New(n, dags, nil, team)
	f, err := fuse(context.Background(), n, in, nil, opt.Constraints, make([]*graph.DAG, len(dags)))
	require.NoError(t, err)
	opt.Team = team
	run, err := consensus.Run(context.Background(), f.Union, in, opt)
	require.NoError(t, err)
	return f, run
}

// flatStep is a step of the engine or of the oracle, in comparable form.
type flatStep struct {
	u, v       int
	undirected bool
	h, s       string
	score      int64
	cuts       string
	removed    string
}

func flatten(r int, step consensus.Step) flatStep {
	cuts, removed := make([][][2]int, r), make([][][2]int, r)
	for _, e := range step.Cut {
		from, to := int(e.From), int(e.To)
		cuts[e.Dag] = append(cuts[e.Dag], [2]int{min(from, to), max(from, to)})
		if e.Arc {
			removed[e.Dag] = append(removed[e.Dag], [2]int{from, to})
		}
	}
	for _, cut := range cuts { // they come by their arcs
		slices.SortFunc(cut, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	}
	h, s := graphtest.Ints(step.H), graphtest.Ints(step.S)
	return flattenParts(int(step.U), int(step.V), step.Undirected, h, s, step.Score, cuts, removed)
}

func flattenOracle(step oracle.Step) flatStep {
	return flattenParts(step.U, step.V, step.Undirected, step.H, step.S, step.Score, step.Cuts, step.Removed)
}

func flattenParts(u, v int, undirected bool, h, s []int, score int64, cuts, removed [][][2]int) flatStep {
	return flatStep{u, v, undirected, fmt.Sprint(h), fmt.Sprint(s), score, fmt.Sprint(cuts), fmt.Sprint(removed)}
}

// flattenAll flattens steps of the engine.
func flattenAll(r int, steps []consensus.Step) []flatStep {
	out := make([]flatStep, len(steps))
	for k, step := range steps {
		out[k] = flatten(r, step)
	}
	return out
}

// flattenNaive flattens the steps of the oracle's run.
func flattenNaive(run oracle.Trajectory) []flatStep {
	out := make([]flatStep, len(run.Steps))
	for k, step := range run.Steps {
		out[k] = flattenOracle(step)
	}
	return out
}

// requireSteps compares two runs step by step. In a failure, about describes the runs.
func requireSteps(t testing.TB, want, got []flatStep, about string, args ...any) {
	t.Helper()
	about = fmt.Sprintf(about, args...)
	require.Len(t, got, len(want), about)
	for k := range want {
		require.Equal(t, want[k], got[k], "%s, step %d", about, k)
	}
}

// nasty draws inputs that are hard to search: from sparse to complete, many of them equal (so that
// scores tie), with or without weights.
func nasty(rng *rand.Rand) (dags []oracle.Matrix, weights []int64) {
	n, r := 2+rng.IntN(6), 1+rng.IntN(5)
	density := []float64{0.2, 0.4, 0.6, 0.9, 1}[rng.IntN(5)]
	dags = oracle.RandomDAGs(rng, r, n, density)
	if rng.IntN(3) == 0 {
		dags[r-1] = dags[0]
	}
	if rng.IntN(2) == 0 {
		for range r {
			weights = append(weights, []int64{0, 1, 2, 1 << 40, 7}[rng.IntN(5)])
		}
		weights[0] = 3
	}
	return dags, weights
}

// The cached, bounded, incremental run takes the steps of the oracle's run, which enumerates every
// deletion from the definitions.
func TestRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	cases := 3000
	if testing.Short() {
		cases = 300
	}
	for seed := range cases {
		checkNaiveRun(t, seed, oracle.Rand(uint64(seed)))
	}
}

// checkNaiveRun holds one run, on inputs and with options that it draws, to the oracle's.
func checkNaiveRun(t *testing.T, seed int, rng *rand.Rand) {
	t.Helper()
	dags, weights := nasty(rng)
	kMax := []int{-1, 0, 1, 2, 10}[rng.IntN(5)]
	fromDAG, canonical := rng.IntN(2) == 0, rng.IntN(4) == 0
	want := oracle.Run(dags, oracle.Options{Weights: weights, KMax: kMax, FromDAG: fromDAG, Canonical: canonical})

	inputs := graphtest.DAGs(dags)
	if canonical {
		inputs = Canonicalize(inputs)
	}
	opt := consensus.Options{
		Weights: weights, KMax: kMax, ShareFrom: 1,
		FrugalFrom: 1 + seed/2%2*1000, WideFrom: 1 + seed/4%2*1000, FewFrom: 1 + seed/8%2*1000,
	}
	if fromDAG {
		opt.Start = equiv.Directed
	}
	f, got := runOn(t, inputs, 1+seed%3, opt)
	require.Equal(t, want.Order, graphtest.Ints(f.Order), "seed %d", seed)
	require.Equal(t, [][]bool(want.Fusion), graphtest.Matrix(f.Union), "seed %d", seed)
	requireSteps(t, flattenNaive(want), flattenAll(len(dags), got.Steps), "seed %d", seed)
	checkStates(t, seed, dags, want, got, inputs, nil)
}

// checkStates holds some states along the run to the oracle's, and the state at θ = "auto" too.
func checkStates(
	t *testing.T, seed int, dags []oracle.Matrix, want oracle.Trajectory, got *consensus.Trajectory, inputs []*graph.DAG,
	constraints *graph.Constraints,
) {
	t.Helper()
	weights := weightsOf(want, len(dags))
	morals := WeightedMorals(graphtest.DAGs(dags), weights)
	for k := 0; k <= len(want.Steps); k += 1 + k {
		state := StateOf(got, k)
		require.Equal(t, [][]bool(want.State(k)), graphtest.PDAGMatrix(state.CPDAG()), "seed %d, state %d", seed, k)
		extension, err := Extension(state, constraints, Votes(inputs, weights))
		require.NoError(t, err, "seed %d, state %d", seed, k)
		require.Equal(t, [][]bool(want.Extension(k)), graphtest.Matrix(extension), "seed %d, state %d", seed, k)
		require.Equal(t, float64(want.SumSMHD(k)), morals.SMHD(state.Member().Moralize()).Over(1), "seed %d, state %d", seed, k)
		refusion, err := Refusion(context.Background(), inputs, nil, got.Steps[:k], nil)
		require.NoError(t, err)
		require.Equal(t, [][]bool(want.Refusion(k)), graphtest.Matrix(refusion), "seed %d, state %d", seed, k)
	}
	chosen := SelectTheta(got, morals)
	if len(got.Steps) == got.Forced || got.Steps[got.Forced].Score > 0 {
		require.Equal(t, want.Auto(), chosen.Steps, "seed %d", seed)
	}
	require.Equal(t, chosen.Steps, want.Prefix(chosen.Theta), "seed %d", seed)
}

// stepsAt is the number of steps that G*(θ) takes, by the breakpoints.
func stepsAt(t *consensus.Trajectory, theta float64) int {
	steps := t.Forced
	for _, b := range t.Breakpoints() {
		if b.Theta <= theta {
			steps = b.Steps
		}
	}
	return steps
}

func weightsOf(t oracle.Trajectory, r int) []int64 {
	if t.Weights != nil {
		return t.Weights
	}
	return ones(r)
}

func ones(r int) []int64 { return slices.Repeat([]int64{1}, r) }

// One trajectory answers every θ: G*(θ) is the state in which a run with that θ ends.
func TestThetaFromTrajectory(t *testing.T) {
	t.Parallel()
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		_, whole := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{Weights: weights, KMax: 10})
		thetas := []float64{0, 0.5, 1}
		for _, b := range whole.Breakpoints() {
			thetas = append(thetas, b.Theta)
		}
		for _, theta := range thetas {
			_, one := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{Weights: weights, KMax: 10, Until: &theta})
			require.Len(t, one.Steps, stepsAt(whole, theta), "seed %d, theta %v", seed, theta)
			require.True(t, one.Final.CPDAG().Equal(StateOf(whole, len(one.Steps)).CPDAG()), "seed %d, theta %v", seed, theta)
		}
	}
}

// Neither the answer nor the work depends on the order of the DAGs. With a seed, the same ties are
// drawn.
func TestIndependentOfOrder(t *testing.T) {
	t.Parallel()
	for seed := range 400 {
		rng := oracle.Rand(uint64(seed))
		dags := oracle.RandomDAGs(rng, 2+rng.IntN(8), 4+rng.IntN(12), 0.1+0.4*rng.Float64())
		opt := drawnEverySecond(seed)
		_, want := runOn(t, graphtest.DAGs(dags), 1, opt)
		rng.Shuffle(len(dags), func(i, j int) { dags[i], dags[j] = dags[j], dags[i] })
		_, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		requireSameChoices(t, want, got, "seed %d", seed)
		require.Equal(t, want.Counts, got.Counts, "seed %d", seed)
	}
}

// The answer does not depend on the workers. A run that looks ahead does more work than one worker
// alone. It does the same work with two workers and with seven. The inputs are large enough for
// the members of a team to be started, which the test checks.
func TestIndependentOfOrderAndWorkers(t *testing.T) { // not beside other tests: it counts goroutines
	seeds := 4
	if testing.Short() {
		seeds = 2 // one of them draws
	}
	for seed := range seeds {
		rng := oracle.Rand(uint64(seed))
		dags := oracle.RandomDAGs(rng, 8+rng.IntN(8), 22, 0.12)
		opt := drawnEverySecond(seed)
		_, want := runOn(t, graphtest.DAGs(dags), 1, opt)
		opt.ShareFrom = 1
		var counts consensus.Counts
		for k, workers := range []int{2, 7} {
			rng.Shuffle(len(dags), func(i, j int) { dags[i], dags[j] = dags[j], dags[i] })
			goroutines := 0 // at the last step: the test's two, and all workers but one
			opt.Progress = func(int, float64) { goroutines = runtime.NumGoroutine() }
			_, got := runOn(t, graphtest.DAGs(dags), workers, opt)
			require.GreaterOrEqual(t, goroutines, workers+1, "seed %d: the workers were not started", seed)
			requireSameChoices(t, want, got, "seed %d, %d workers", seed, workers)
			if opt.Seed == nil { // else there is no lookahead: questions are shared out by DAG
				require.Greater(t, got.Counts.Cuts, want.Counts.Cuts, "seed %d: nobody looked ahead", seed)
			}
			if k == 0 {
				counts = got.Counts
			}
			require.Equal(t, counts, got.Counts, "seed %d, %d workers", seed, workers)
		}
	}
}

func drawnEverySecond(seed int) consensus.Options {
	opt := consensus.Options{KMax: 10}
	if seed%2 == 1 {
		opt.Seed = new(int64(seed))
	}
	return opt
}

// requireSameChoices compares the steps, except what the DAGs removed: that depends on their order.
func requireSameChoices(t testing.TB, want, got *consensus.Trajectory, where string, args ...any) {
	t.Helper()
	where = fmt.Sprintf(where, args...)
	require.Len(t, got.Steps, len(want.Steps), where)
	for k := range got.Steps {
		a, b := want.Steps[k], got.Steps[k]
		require.Equal(t, []any{a.U, a.V, a.H, a.S, a.Score}, []any{b.U, b.V, b.H, b.S, b.Score}, "%s, step %d", where, k)
	}
}
