package engine_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/inputstest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// faultyRun is a run whose inputs fail at one call.
type faultyRun struct {
	name    string
	dags    []*graph.DAG
	opt     consensus.Options
	workers int
	whole   *consensus.Trajectory // without a failure
	calls   int64                 // that it takes
}

func faultyRuns(t *testing.T) []faultyRun {
	t.Helper()
	rng := oracle.Rand(8)
	small := graphtest.DAGs(oracle.RandomDAGs(rng, 4, 8, 0.5))
	large := graphtest.DAGs(oracle.RandomDAGs(rng, 12, 16, 0.2))
	directions := constraintsAlong(small[0])
	runs := []faultyRun{
		{name: "one worker", dags: small, opt: consensus.Options{KMax: -1}, workers: 1},
		{name: "two workers", dags: small, opt: consensus.Options{KMax: -1, ShareFrom: 1}, workers: 2},
		{name: "k_max and a cap", dags: small, opt: consensus.Options{KMax: 1, Cap: 1}, workers: 1},
		{name: "draws", dags: small, opt: consensus.Options{KMax: -1, Seed: new(int64(3))}, workers: 1},
		{name: "directions", dags: small, opt: consensus.Options{KMax: -1, Constraints: directions}, workers: 1},
		{name: "larger, one worker", dags: large, opt: consensus.Options{KMax: 10}, workers: 1},
		{name: "larger, two workers", dags: large, opt: consensus.Options{KMax: 10, ShareFrom: 1}, workers: 2},
	}
	for k := range runs {
		in := &inputstest.Failing{}
		var err error
		runs[k].whole, err = runs[k].run(t.Context(), in)
		require.NoError(t, err)
		runs[k].calls = in.Calls.Load()
	}
	return runs
}

// constraintsAlong asks for the directions of a DAG's arcs, and forbids one pair.
func constraintsAlong(g *graph.DAG) *graph.Constraints {
	c := graph.NewConstraints(g.N)
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			c.Directed.Add(u, v)
		}
	}
	c.Forbidden.Row(0).Add(1)
	c.Forbidden.Row(1).Add(0)
	return c
}

// run makes a consensus of inputs that fail.
func (c *faultyRun) run(ctx context.Context, in *inputstest.Failing) (*consensus.Trajectory, error) {
	team := parallel.NewTeam(c.workers)
	defer team.Close()
	n := c.dags[0].N
	in.Inputs = local.New(n, c.dags, nil, team)
	f, err := engine.Fuse(ctx, n, in, nil, c.opt.Constraints)
	if err != nil {
		return nil, err
	}
	opt := c.opt
	opt.Team = team
	return consensus.Run(ctx, f.Union, in, opt)
}

// eachCall calls try for many of the calls that a run makes of its inputs, with a Prune that
// fails early and late. It returns the methods that failed.
func (c *faultyRun) eachCall(try func(at int64, late bool) *inputstest.Failing) []string {
	tries := int64(400)
	if testing.Short() {
		tries = 60
	}
	var failed []string
	for at := int64(1); at <= c.calls; at += max(1, c.calls/tries) {
		for _, late := range []bool{false, true} {
			if method, did := try(at, late).Failed.Load().(string); did && !slices.Contains(failed, method) {
				failed = append(failed, method)
			}
		}
	}
	return failed
}

// asked are the methods that runs ask: all.
var asked = []string{
	"SinkCosts", "MakeSink", "MinimalIMaps", "Adjacent", "Ancestral", "Reach", "MinCuts", "Explain", "Prune",
}

// An error of any method at any call ends the consensus with that error.
func TestAnyErrorEndsTheRun(t *testing.T) {
	t.Parallel()
	var failed []string
	for _, c := range faultyRuns(t) {
		t.Run(c.name, func(t *testing.T) {
			failed = append(failed, c.eachCall(func(at int64, late bool) *inputstest.Failing {
				broken := errors.New("the line is dead")
				in := &inputstest.Failing{At: at, Late: late, Fail: func() error { return broken }}
				got, err := c.run(t.Context(), in)
				if in.Failed.Load() == nil {
					require.NoError(t, err)
					return in
				}
				require.ErrorIs(t, err, broken, "call %d, %v", at, in.Failed.Load())
				require.Nil(t, got)
				return in
			})...)
		})
	}
	if !testing.Short() { // which tries few calls
		require.Subset(t, failed, asked)
	}
}

// A context that ends at any call ends the consensus: before the run with the context's error,
// in the run with the steps so far and the state after them.
func TestAnyCancellationEndsTheRun(t *testing.T) {
	t.Parallel()
	var failed []string
	for _, c := range faultyRuns(t) {
		t.Run(c.name, func(t *testing.T) {
			interrupted := false
			failed = append(failed, c.eachCall(func(at int64, late bool) *inputstest.Failing {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var once sync.Once
				in := &inputstest.Failing{At: at, Late: late, Fail: func() error {
					once.Do(cancel)
					if late {
						return ctx.Err()
					}
					return nil // the method itself notices
				}}
				got, err := c.run(ctx, in)
				if in.Failed.Load() == nil {
					require.NoError(t, err)
					require.Equal(t, consensus.Complete, got.Status)
					return in
				}
				if got == nil {
					require.ErrorIs(t, err, context.Canceled, "call %d, %v", at, in.Failed.Load())
					return in
				}
				require.NoError(t, err)
				require.Equal(t, consensus.Interrupted, got.Status, "call %d, %v", at, in.Failed.Load())
				interrupted = interrupted || len(got.Steps) > 0
				for k, step := range got.Steps {
					step.Seconds = c.whole.Steps[k].Seconds
					require.Equal(t, c.whole.Steps[k], step, "call %d, %v", at, in.Failed.Load())
				}
				requireStateAfterSteps(t, got)
				return in
			})...)
			require.True(t, interrupted)
		})
	}
	if !testing.Short() { // which tries few calls
		require.Subset(t, failed, asked)
	}
}

// requireStateAfterSteps holds a run's final state to a replay of its steps.
func requireStateAfterSteps(t *testing.T, run *consensus.Trajectory) {
	t.Helper()
	replay := engine.NewReplay(run.Fusion, run.Start, engine.Deletions(run.Steps))
	state, err := replay.Advance(len(run.Steps))
	require.NoError(t, err)
	require.True(t, state.CPDAG().Equal(run.Final.CPDAG()))
	_, err = equiv.Extension(run.Final.CPDAG(), nil)
	require.NoError(t, err)
}
