package consensus

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// wild guesses anything, so drafts are of any deletions.
type wild struct{ rng *rand.Rand }

func (w wild) cost(int64) int64  { return int64(w.rng.IntN(5)) }
func (w wild) score(int64) int64 { return int64(w.rng.IntN(5)) }

// anyTerms draws terms of all kinds, and DAGs from sparse to complete, many of them equal.
func anyTerms(rng *rand.Rand) (*Terms, []*graph.DAG) {
	n, r := 1+rng.IntN(7), 1+rng.IntN(5)
	dags := graphtest.DAGs(oracle.RandomDAGs(rng, r, n, []float64{0.2, 0.4, 0.6, 0.9, 1}[rng.IntN(5)]))
	if rng.IntN(3) == 0 {
		dags[r-1] = dags[0]
	}
	t := &Terms{
		N: n, Weights: slices.Repeat([]int64{1}, r),
		Run: consensus.Options{
			KMax: []int{-1, 0, 1, 2, 10}[rng.IntN(5)], Cap: []int{0, 0, 1, 2}[rng.IntN(4)], Start: equiv.Start(rng.IntN(2)),
		},
		Canonical: rng.IntN(4) == 0, Counts: rng.IntN(2) == 0, Lowest: rng.IntN(4) == 0,
		Draft: []int{1, 3, 16}[rng.IntN(3)], OpenAbove: []int{0, 1, 2, 4}[rng.IntN(4)], Budget: []int{0, 1, 20}[rng.IntN(3)],
	}
	if rng.IntN(2) == 0 {
		for i := range t.Weights {
			t.Weights[i] = []int64{0, 1, 2, 1 << 40, 7}[rng.IntN(5)]
		}
		t.Weights[0] = 3
	}
	switch rng.IntN(3) {
	case 0:
		t.Auto = true
	case 1:
		until := []float64{0, 0.25, 0.5, 0.75, 1}[rng.IntN(5)]
		t.Run.Until = &until
	}
	if rng.IntN(3) == 0 {
		t.Run.Constraints = anyConstraints(rng, n)
	} else {
		t.Refusion = rng.IntN(3) == 0
	}
	if rng.IntN(4) == 0 && t.Run.Constraints.Directions() == nil {
		for _, x := range rng.Perm(n) {
			t.Order = append(t.Order, int32(x))
		}
	}
	return t, dags
}

// anyConstraints draws constraints with or without directions along a random order.
func anyConstraints(rng *rand.Rand, n int) *graph.Constraints {
	c := graph.NewConstraints(n)
	share, order, directed := 0.1+0.4*rng.Float64(), rng.Perm(n), rng.IntN(2) == 0
	for i, v := range order {
		for _, u := range order[:i] {
			if rng.Float64() < share {
				pairs := c.Required
				if rng.IntN(2) == 0 {
					pairs = c.Forbidden
				}
				pairs.Row(u).Add(v)
				pairs.Row(v).Add(u)
			}
			if directed && rng.Float64() < share {
				c.Directed.Add(u, v)
			}
		}
	}
	return c
}

// The result is that of a run with all DAGs in one place, whatever the terms, the drafts and the
// budget.
func TestEqualsARun(t *testing.T) {
	cases := 3000
	if testing.Short() {
		cases = 400
	}
	doubts, forced := 0, 0
	for seed := range cases {
		d, f := checkConsensus(t, seed, oracle.Rand(uint64(seed)))
		doubts, forced = doubts+d, forced+f
	}
	require.Greater(t, min(doubts, forced), cases/10, "the cases must put every kind of terms to the test")
}

// checkConsensus holds one consensus from sums, on terms that it draws, to a run. It counts the questions
// that came of doubts, and the forced steps.
func checkConsensus(t *testing.T, seed int, rng *rand.Rand) (doubts, forced int) {
	t.Helper()
	terms, dags := anyTerms(rng)
	want := plain(pooled(t, terms, dags))
	for _, g := range []guess{stale{}, wild{rng}} {
		s := newSites(terms, dags)
		c := &coordinator{Terms: terms, put: s.ask, guess: g}
		got, err := c.run(t.Context())
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, want, plain(got), "seed %d", seed)
		forced += got.Trajectory.Forced
		for _, q := range s.log {
			if len(q.Only) > 0 {
				doubts++
			}
		}
	}
	return doubts, forced
}
