package engine

import (
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

// anyConstraints draws constraints. Each pair is required, forbidden or free, and has a direction
// along a random order or none.
func anyConstraints(rng *rand.Rand, n int, directed bool) oracle.Constraints {
	c := oracle.Constraints{Required: oracle.New(n), Forbidden: oracle.New(n)}
	if directed {
		c.Directed = oracle.New(n)
	}
	share, order := 0.1+0.4*rng.Float64(), rng.Perm(n)
	for i, v := range order {
		for _, u := range order[:i] {
			if rng.Float64() < share {
				m := []oracle.Matrix{c.Required, c.Forbidden}[rng.IntN(2)]
				m[u][v], m[v][u] = true, true
			}
			if directed && rng.Float64() < share {
				c.Directed[u][v] = true
			}
		}
	}
	return c
}

// constraintsOf turns the oracle's constraints into the engine's.
func constraintsOf(c oracle.Constraints) *graph.Constraints {
	out := graph.NewConstraints(len(c.Required))
	for u := range c.Required {
		for v := range c.Required {
			if c.Required[u][v] {
				out.Required.Row(u).Add(v)
			}
			if c.Forbidden[u][v] {
				out.Forbidden.Row(u).Add(v)
			}
			if c.Directed != nil && c.Directed[u][v] {
				out.Directed.Add(u, v)
			}
		}
	}
	return out
}

// The run takes the steps of the oracle's run. In each state that run goes through all DAGs of the
// class to find which deletions the constraints allow.
func TestConstrainedRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	cases := 4000
	if testing.Short() {
		cases = 400
	}
	forced, kept, guided := 0, 0, 0
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		c := drawConstrained(rng, seed%2 == 0)
		want := checkConstrained(t, seed, c)
		forced, kept = forced+want.Forced, kept+want.State(len(want.Steps)).Edges()
		free := c.naive
		free.Directed = nil
		if differs(want, oracle.Run(c.dags, free)) {
			guided++
		}
	}
	require.Greater(t, min(forced, kept, guided*10), cases/2, "the cases must put every kind of constraint to the test")
}

// constrainedCase is inputs, and the options of a run with constraints.
type constrainedCase struct {
	dags  []oracle.Matrix
	naive oracle.Options
}

func drawConstrained(rng *rand.Rand, directed bool) constrainedCase {
	dags, weights := nasty(rng)
	n := len(dags[0])
	rules := anyConstraints(rng, n, n < 6 && directed) // a class of more nodes has too many DAGs
	kMax := []int{-1, 0, 1, 2, 10}[rng.IntN(5)]
	return constrainedCase{dags, oracle.Options{Weights: weights, KMax: kMax, FromDAG: rng.IntN(3) == 0, Constraints: rules}}
}

// checkConstrained holds the run of a case to the oracle's, which it returns.
func checkConstrained(t *testing.T, seed int, c constrainedCase) oracle.Trajectory {
	t.Helper()
	want := oracle.Run(c.dags, c.naive)
	opt := consensus.Options{
		Weights: c.naive.Weights, KMax: c.naive.KMax, Constraints: constraintsOf(c.naive.Constraints),
		ShareFrom: 1, WideFrom: 1 + seed%2*1000,
	}
	if c.naive.FromDAG {
		opt.Start = equiv.Directed
	}
	inputs := graphtest.DAGs(c.dags)
	f, got := runOn(t, inputs, 1+seed%3, opt)
	require.Equal(t, want.Order, graphtest.Ints(f.Order), "seed %d", seed)
	require.Equal(t, [][]bool(want.Fusion), graphtest.Matrix(f.Union), "seed %d", seed)
	require.Equal(t, want.Forced, got.Forced, "seed %d", seed)
	requireSteps(t, flattenNaive(want), flattenAll(len(c.dags), got.Steps), "seed %d", seed)
	checkStates(t, seed, c.dags, want, got, inputs, opt.Constraints)
	checkKept(t, seed, c.naive.KMax, want, opt.Constraints)
	return want
}

// checkKept holds the run to what the constraints promise.
func checkKept(t *testing.T, seed, kMax int, run oracle.Trajectory, c *graph.Constraints) {
	t.Helper()
	for k := run.Forced; k <= len(run.Steps); k++ {
		d := run.Extension(k)
		for u := range d {
			for v := range d {
				joined := d.Adjacent(u, v)
				require.False(t, joined && c.Forbidden.Row(u).Has(v), "seed %d", seed)
				require.False(t, !joined && c.Required.Row(u).Has(v), "seed %d", seed)
				require.False(t, d[u][v] && c.Directed.Has(v, u), "seed %d", seed)
				if k == len(run.Steps) && kMax < 0 && joined {
					require.True(t, c.Required.Row(u).Has(v), "seed %d: nothing else holds an edge", seed)
				}
			}
		}
	}
}

func differs(a, b oracle.Trajectory) bool {
	return !slices.EqualFunc(a.Steps, b.Steps, func(s, t oracle.Step) bool {
		return flattenOracle(s) == flattenOracle(t)
	})
}

// Constraints that demand nothing change nothing.
func TestEmptyConstraintsChangeNothing(t *testing.T) {
	t.Parallel()
	for seed := range 100 {
		dags, weights := nasty(oracle.Rand(uint64(seed)))
		opt := consensus.Options{Weights: weights, KMax: 10}
		_, want := runOn(t, graphtest.DAGs(dags), 1, opt)
		opt.Constraints = graph.NewConstraints(len(dags[0]))
		_, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		requireSteps(t, flattenAll(len(dags), want.Steps), flattenAll(len(dags), got.Steps), "seed %d", seed)
		require.Equal(t, want.Counts, got.Counts)
	}
}

// One constrained trajectory answers every θ.
func TestThetaFromConstrainedTrajectory(t *testing.T) {
	t.Parallel()
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		opt := consensus.Options{
			Weights: weights, KMax: 10, Constraints: constraintsOf(anyConstraints(rng, len(dags[0]), true)),
		}
		_, whole := runOn(t, graphtest.DAGs(dags), 1, opt)
		thetas := []float64{0, 0.5}
		for _, b := range whole.Breakpoints() {
			thetas = append(thetas, b.Theta)
		}
		for _, theta := range thetas {
			opt.Until = &theta
			_, one := runOn(t, graphtest.DAGs(dags), 1, opt)
			require.Len(t, one.Steps, stepsAt(whole, theta), "seed %d, theta %v", seed, theta)
			require.True(t, one.Final.CPDAG().Equal(StateOf(whole, len(one.Steps)).CPDAG()), "seed %d, theta %v", seed, theta)
		}
	}
}

// With a seed too, required edges stay and forbidden edges are deleted first.
func TestSeededRunKeepsConstraints(t *testing.T) {
	t.Parallel()
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		rules := anyConstraints(rng, len(dags[0]), false)
		kMax := []int{-1, 0, 1, 10}[seed%4]
		opt := consensus.Options{
			Weights: weights, KMax: kMax, Seed: new(int64(seed)), Constraints: constraintsOf(rules),
		}
		f, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		state := oracle.CPDAG(graphtest.Matrix(f.Union))
		for k, step := range got.Steps {
			admitted, forced := rules.Admit(state, kMax)
			require.Equal(t, forced, k < got.Forced, "seed %d, step %d", seed, k)
			best, _ := oracle.Best(oracle.Evaluate(admitted, dags, weights))
			require.Equal(t, best.Score, step.Score, "seed %d, step %d", seed, k)
			u, v, h := int(step.U), int(step.V), graphtest.Ints(step.H)
			require.True(t, slices.ContainsFunc(admitted, func(op oracle.Operator) bool {
				return op.U == u && op.V == v && slices.Equal(op.H, h)
			}), "seed %d, step %d", seed, k)
			state, _ = oracle.Complete(oracle.Delete(state, u, v, h))
			dags = withoutArcs(dags, step)
		}
		admitted, _ := rules.Admit(state, kMax)
		require.Empty(t, admitted, "seed %d", seed)
	}
}

// At any state of a constrained run, the best deletion of a pair is the best one that keeps the
// directions. This holds for required pairs too. For forbidden pairs any H is allowed.
func TestBestDeletionKeepsDirections(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		n := len(dags[0])
		if n > 5 {
			continue
		}
		rules := anyConstraints(rng, n, true)
		kMax := []int{-1, 0, 1, 10}[rng.IntN(4)]
		want := oracle.Run(dags, oracle.Options{Weights: weights, KMax: kMax, Constraints: rules})
		opt := consensus.Options{Weights: weights, KMax: kMax, Constraints: constraintsOf(rules)}
		inputs := graphtest.DAGs(dags)
		f, run := runOn(t, inputs, 1, opt)
		k := rng.IntN(len(run.Steps) + 1)
		class := NewReplay(f.Union, opt.Start, Deletions(run.Steps)).mustAdvance(k)
		pruned := local.New(n, Prune(inputs, run.Steps[:k]), nil, nil)
		directions := oracle.Constraints{Directed: rules.Directed}
		for u := range n {
			for v := range u {
				limit := kMax
				if rules.Forbidden[u][v] {
					limit = -1
				}
				admitted, _ := directions.Admit(want.State(k), limit)
				admitted = slices.DeleteFunc(admitted, func(op oracle.Operator) bool {
					return op.U+op.V != u+v || op.U != u && op.U != v
				})
				got, found, err := deletionOf(t.Context(), class, pruned, opt, u, v)
				require.NoError(t, err)
				require.Equal(t, len(admitted) > 0, found, "seed %d, step %d, %d-%d", seed, k, u, v)
				if !found {
					continue
				}
				tried++
				best, _ := oracle.Best(oracle.Evaluate(admitted, want.Pruned(k), weights))
				require.Equal(t, []any{best.U, best.V, best.H, best.Score},
					[]any{int(got.U), int(got.V), graphtest.Ints(got.H), got.Score}, "seed %d, step %d, %d-%d", seed, k, u, v)
			}
		}
	}
	require.Greater(t, tried, 100)
}
